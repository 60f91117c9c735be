# expect UNO401 proved: dead-never-drawn-fires.seven
# with dead-never-drawn-fires.die
# seats 2

# A die never shows a seven.

use "base.uno"
options for base

option die "A die"

  variable roll: 0 to 20

  rule throw
    when player plays star
    then roll becomes a random one of 1 to 6

  rule seven
    when player plays 4
    if roll is 7
    then player draws 1
