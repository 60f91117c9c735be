# expect UNO405 proved: part-never-so-many-cards-fires.blue-or-many
# with part-never-so-many-cards-fires.small-hands, part-never-so-many-cards-fires.full-hand
# seats 2

# Who draws a sixth card throws the hand away. So nobody ever has nine, neither between two moves nor within one.

use "base.uno"
options for base

option small-hands

  rule throw-away
    when player draws a number
    if number of cards in hand of player is at least 6
    then move all from hand of player to discard pile

option full-hand

  rule blue-or-many
    during turn
    its player may play a card
    if color of the card is blue or number of cards in hand of player is at least 9
    instead of play
    then over becomes yes
