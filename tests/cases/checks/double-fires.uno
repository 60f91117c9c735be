# expect UNO206 witnessed: double-fires.red-costs, double-fires.three-costs
# with double-fires.threes, double-fires.reds
# seats 3

use "base.uno"
options for base

option threes "A 3 makes the next player draw"

  rule three-costs
    when player plays 3
    then next player draws 1

option reds "A red card makes the next player draw"

  rule red-costs
    when player plays a red card
    then next player draws 1
