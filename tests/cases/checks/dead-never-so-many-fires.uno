# expect UNO401 proved: dead-never-so-many-fires.share
# also UNO404
# with dead-never-so-many-fires.shares
# seats 2

use "base.uno"
options for base

option shares "Of what is drawn the next player draws all but one"

  rule share
    when player draws a number
    if the number is at least 2
    then next player draws the number - 1
