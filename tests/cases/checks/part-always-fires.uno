# expect UNO405 proved: part-always-fires.four
# with part-always-fires.fours
# seats 3

# Who says `is not ... or is not ...` of two values says nothing.

use "base.uno"
options for base

option fours "A 4 scores"

  rule four
    when player plays 4
    if color of top card is not red or color of top card is not blue
    then score of player += 1
