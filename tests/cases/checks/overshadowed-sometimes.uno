# expect nothing of UNO402
# with overshadowed-sometimes.costs, overshadowed-sometimes.scores
# seats 3

use "base.uno"
options for base

option costs "A star costs its player a card"

  rule star-costs
    when player plays star
    then player draws 1

option scores "A star scores instead, from two cards on"

  rule star-scores
    when player plays star
    if number of cards in hand of player is at least 2
    instead of star-costs
    then score of player += 1
