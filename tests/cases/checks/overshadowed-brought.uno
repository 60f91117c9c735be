# expect no finding of UNO402
# with overshadowed-brought.any-color, overshadowed-brought.throwing
# seats 3

# One option brings the other along, and says what stands instead of its rule: that is what it is for.

use "base.uno"
options for base

option throwing "The same card may be thrown in"

  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player

option any-color "Any card with the same face may be thrown in"
  brings throwing

  rule throw-in-face
    during turn
    any other player may play a card
    if face of the card is face of top card
    instead of throw-in
    then pass turn to player
