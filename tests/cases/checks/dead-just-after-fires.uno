# expect UNO401 proved: dead-just-after-fires.four-on-three
# with dead-just-after-fires.fours
# seats 2

# When a 4 has been played, it is the top card: no 3 is.

use "base.uno"
options for base

option fours "A 4 on a 3 makes the next player draw"

  rule four-on-three
    when player plays 4
    if top card is 3
    then next player draws 1
