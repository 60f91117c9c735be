# expect UNO301 witnessed: endless-fires.chain
# with endless-fires.chain
# seats 3

use "base.uno"
options for base

option chain "Whoever draws makes the next player draw"

  rule chain
    when player draws a number
    then next player draws 1
