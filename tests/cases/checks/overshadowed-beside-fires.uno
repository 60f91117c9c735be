# expect UNO402 proved: overshadowed-beside-fires.throw-in, overshadowed-beside-fires.throw-in-face
# with overshadowed-beside-fires.any-color, overshadowed-beside-fires.throwing
# seats 3

# Two options by themselves: whoever has both on may not know that one stands in for the other.

use "base.uno"
options for base

option throwing "The same card may be thrown in"

  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player

option any-color "Any card with the same face may be thrown in"

  rule throw-in-face
    during turn
    any other player may play a card
    if face of the card is face of top card
    instead of throw-in
    then pass turn to player
