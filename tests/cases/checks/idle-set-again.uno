# expect UNO403 bounded: idle-set-again.again
# with idle-set-again.again
# seats 2

use "base.uno"
options for base

option again "A 4 ends the turn, as every card does"

  rule again
    when player plays 4
    then over of turn becomes yes
