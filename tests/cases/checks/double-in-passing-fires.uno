# expect UNO206 witnessed: double-in-passing-fires.also, double-in-passing-fires.three-costs
# with double-in-passing-fires.threes, double-in-passing-fires.more
# seats 3

# The second rule does more than the first, and among it the same.

use "base.uno"
options for base

option threes "A 3 makes the next player draw two"

  rule three-costs
    when player plays 3
    then next player draws 2

option more "A 3 makes the next player draw two, and scores"

  rule also
    when player plays 3
    then next player draws 2
      score of player += 1
