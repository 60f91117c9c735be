# expect no finding of UNO208
# with undone-said.costs, undone-said.strict
# seats 3

# The same, and the text says what comes of it.

use "base.uno"
options for base

option costs "A 2 costs the next player a card"

  rule costs
    when player plays 2
    then next player draws 1

option strict "Cards are drawn in one's own turn only"

  rule gives-back
    when player draws a number
    after costs
    if player is not player of turn
    then move card moved card from hand of player to draw pile
