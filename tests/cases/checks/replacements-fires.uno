# expect UNO204 witnessed: replacements-fires.star-costs, replacements-fires.star-passes
# with replacements-fires.costs, replacements-fires.passes, replacements-fires.stars
# seats 3

use "base.uno"
options for base

option stars "A star lets its player's neighbor draw"

  rule star
    when player plays star
    then next player draws 1

option costs "A star costs its player a card instead"
  requires stars

  rule star-costs
    when player plays star
    instead of star
    then player draws 1

option passes "A star scores instead"
  requires stars

  rule star-passes
    when player plays star
    instead of star
    then score of player += 1
