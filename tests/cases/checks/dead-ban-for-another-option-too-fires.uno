# expect UNO401 proved: dead-ban-for-another-option-too-fires.no-last-star
# with dead-ban-for-another-option-too-fires.proud
# seats 2

# Nobody plays without a card, nor do they where the rule is on that this one names.

use "base.uno"
options for base

option throwing "The same card may be thrown in"
  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player

option proud "No star as the last card, not by throwing it in either"
  rule no-last-star
    any player cannot play star
    if number of cards in hand of player is 0
    instead of throw-in
