# expect nothing of UNO204
# with replacements-said.stars, replacements-said.costs, replacements-said.passes
# seats 3

# The second of the two knows the first, and takes its place as well.

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
    instead of star, star-costs
    then score of player += 1
