# expect UNO207 witnessed: contradiction-forbidden-each-time-fires.no-twins, contradiction-forbidden-each-time-fires.twins
# with contradiction-forbidden-each-time-fires.no-twins, contradiction-forbidden-each-time-fires.twins
# seats 2

# What one makes of a move, the other never lets happen. With both on, its rule waits for nothing.

use "base.uno"
options for base

option no-twins "No 3 on a 3"

  rule no-twins
    any player cannot play 3
    if top card is 3

option twins "A 3 on a 3 scores"

  rule twins
    when player plays 3
    if card 2 of discard pile is 3
    then score of player += 5
