# expect nothing of UNO401
# with dead-ban-for-another-option.late
# seats 2

# Nobody plays out of turn at this table, so there is nothing to forbid. With `throwing` there is.

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
