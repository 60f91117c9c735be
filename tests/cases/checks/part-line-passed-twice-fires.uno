# expect UNO405 proved: part-line-passed-twice-fires.two
# with part-line-passed-twice-fires.more
# seats 2

# The turn is already with whoever it is passed on to.

use "base.uno"
options for base

option more "Whoever draws two is skipped"

  rule two
    during turn
    its player may draw 2
    then pass turn to next player
      pass turn to next player after player
      over becomes yes
