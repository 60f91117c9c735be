# expect UNO402 proved: overshadowed-banned-fires.no-late-cards, overshadowed-banned-fires.throw-in
# also UNO202
# with overshadowed-banned-fires.late, overshadowed-banned-fires.throwing
# seats 3

# The same card lies on the pile, so whoever throws in plays out of turn; and that is forbidden whatever they hold.

use "base.uno"
options for base

option throwing "The same card may be thrown in"

  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player

option late "Everybody waits for the turn"

  rule no-late-cards
    during turn
    any other player cannot play a card
