# expect UNO401 proved: dead-event-fires.never
# with dead-event-fires.hot
# seats 2

use "base.uno"
options for base

option hot "Nobody is ever made to shout"

  act shout

  rule never
    when player shouts
    then next player draws 1
