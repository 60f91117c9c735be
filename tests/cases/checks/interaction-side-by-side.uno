# expect no finding of UNO209
# with interaction-side-by-side.costs, interaction-side-by-side.points
# seats 3

# One draws, another scores: nothing new comes of it.

use "base.uno"
options for base

option costs "A 2 costs the next player a card"

  rule costs
    when player plays 2
    then next player draws 1

option points "A 2 is worth a point"

  rule a-point
    when player plays 2
    then score of player += 1
