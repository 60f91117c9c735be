# expect UNO404 proved:
# with option-sets-what-is-set-fires.usual
# seats 2

use "base.uno"
options for base

option usual "Three cards each, as ever"
  set hand-size to 3
