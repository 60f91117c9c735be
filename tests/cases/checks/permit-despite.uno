# expect nothing of UNO202
# with permit-despite.late, permit-despite.throwing
# seats 3
# also UNO401

use "base.uno"
options for base

option throwing "The same card may be thrown in"

  rule throw-in
    during turn
    any other player may play a card
    despite wait
    if the card is top card
    then pass turn to player

option late "Whoever holds two cards or fewer waits for the turn"

  rule wait
    during turn
    any other player cannot play a card
    if number of cards in hand of player is at most 2
