# expect UNO401 proved: dead-never-so-many-cards-fires.anything-goes
# with dead-never-so-many-cards-fires.small-hands, dead-never-so-many-cards-fires.full-hand
# seats 3

# Who draws a sixth card throws the hand away. So nobody ever has nine, neither between two moves nor within one.

use "base.uno"
options for base

option small-hands

  rule throw-away
    when player draws a number
    if number of cards in hand of player is at least 6
    then move all from hand of player to discard pile

option full-hand

  rule anything-goes
    during turn
    its player may play a card
    if number of cards in hand of player is at least 9
    then over becomes yes
