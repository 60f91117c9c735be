# expect UNO405 proved: part-otherwise-if-taken-before-fires.three
# with part-otherwise-if-taken-before-fires.mine
# seats 2

# An `otherwise if` that those before it leave nothing to.

use "base.uno"
options for base

option mine "Threes cost"

  rule three
    when player plays 3 or 4
    then
      if the card is red 3 or the card is 4
        player draws 1
      otherwise if the card is blue 3
        player draws 2
      otherwise if the card is red 4
        player draws 3
