# expect no finding of UNO207
# with contradiction-side-by-side.costs, contradiction-side-by-side.misses
# seats 3

# One card, two things that happen: both go side by side.

use "base.uno"
options for base

option costs "A 3 costs the next player a card"

  rule costs
    when player plays 3
    then next player draws 1

option misses "A 3 makes the next player miss a turn"

  rule misses
    when player plays 3
    after costs
    then pass turn to next player
