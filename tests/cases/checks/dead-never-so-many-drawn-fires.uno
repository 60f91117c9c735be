# expect UNO401 proved: dead-never-so-many-drawn-fires.bonus
# with dead-never-so-many-drawn-fires.small-hands, dead-never-so-many-drawn-fires.full-hand
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

  rule bonus
    when player draws a number
    after throw-away
    if number of cards in hand of player is more than 8
    then score of player += 5
