# expect UNO209 witnessed: interaction-fires.company, interaction-fires.costs
# with interaction-fires.company, interaction-fires.costs
# seats 3

# Nobody draws alone out of turn: with both options a 2 costs two players a card, which neither says.

use "base.uno"
options for base

option costs "A 2 costs the next player a card"

  rule costs
    when player plays 2
    then next player draws 1

option company "Whoever draws out of turn does not draw alone"

  rule company
    when player draws a number
    if player is left of player of turn
    then (left of player) draws 1
