# expect UNO402 proved: overshadowed-fires.star-costs, overshadowed-fires.star-scores
# with overshadowed-fires.costs, overshadowed-fires.scores
# seats 3

use "base.uno"
options for base

option costs "A star costs its player a card"

  rule star-costs
    when player plays star
    then player draws 1

option scores "A star scores instead"

  rule star-scores
    when player plays star
    instead of star-costs
    then score of player += 1
