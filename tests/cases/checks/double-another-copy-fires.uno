# expect UNO206 witnessed: double-another-copy-fires.aa, double-another-copy-fires.bb
# with double-another-copy-fires.gifts
# seats 2

use "base.uno"
options for base

option gifts "two rules give a red 1"
  rule aa
    when player plays 3
    then move card red 1 from draw pile to hand of player
  rule bb
    when player plays 3
    then move card red 1 from draw pile to hand of player
