# expect nothing of UNO401
# with
# seats 3

# Two moons: one on the pile, one in a hand.

use "base.uno"

game dead-two-copies "Two moons" extends base

  deck in draw pile
    face is moon
    2 of red moon

  rule same-moon
    during turn
    any other player may play red moon
    if the card is top card
    then over becomes yes
