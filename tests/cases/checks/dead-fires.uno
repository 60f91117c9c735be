# expect UNO401 proved: dead-fires.hot-star
# with dead-fires.hot
# seats 2

use "base.uno"
options for base

option hot "A star has no color"

  rule hot-star
    when player plays red star
    then next player draws 1
