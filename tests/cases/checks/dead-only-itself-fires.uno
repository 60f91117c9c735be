# expect UNO401 proved: dead-only-itself-fires.light
# also UNO404
# with dead-only-itself-fires.lamp
# seats 2

use "base.uno"
options for base

option lamp "A star lights the lamp, if it is lit"

  variable lit: yes or no

  rule light
    when player plays star
    if lit
    then lit becomes yes
      next player draws 1
