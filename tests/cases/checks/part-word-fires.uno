# expect UNO405 proved: part-word-fires.dues
# with part-word-fires.toll
# seats 2

# Two or three are due, or nothing: the word after `or` never counts.

use "base.uno"
options for base

option toll "A 1 costs"

  variable due: 0 to 9

  rule sets
    when player plays 1
    then due becomes 2 if top card is red, otherwise 3

  rule dues
    when player plays 2
    if due is 2 or due is 5
    then next player draws 1
