# expect UNO208 witnessed: undone-fires.costs, undone-fires.gives-back
# with undone-fires.costs, undone-fires.strict
# seats 3

# A 2 costs the next player a card; whoever draws out of turn puts the card back. The first rule has come to nothing.

use "base.uno"
options for base

option costs "A 2 costs the next player a card"

  rule costs
    when player plays 2
    then next player draws 1

option strict "Cards are drawn in one's own turn only"

  rule gives-back
    when player draws a number
    if player is not player of turn
    then move card moved card from hand of player to draw pile
