# expect nothing of UNO401
# with dead-sometimes-drawn.die
# seats 2

# A die shows a six, now and then.

use "base.uno"
options for base

option die "A die"

  variable roll: 0 to 20

  rule throw
    when player plays star
    then roll becomes a random one of 1 to 6

  rule six
    when player plays 4
    if roll is 6
    then player draws 1
