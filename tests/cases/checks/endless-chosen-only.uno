# expect nothing of UNO301
# with endless-chosen-only.chain
# seats 3

use "base.uno"
options for base

option chain "Whoever chooses to draw makes the next player draw"

  rule chain
    when player takes up draw
    then next player draws 1
