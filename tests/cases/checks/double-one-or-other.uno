# expect nothing of UNO206
# with double-one-or-other.one, double-one-or-other.other
# seats 3

# The same deed twice over, and one of the two stands instead of the other.

use "base.uno"
options for base

option one "A 3 makes the next player draw"

  rule three-costs
    when player plays 3
    then next player draws 1

option other "A red card makes the next player draw"

  rule red-costs
    when player plays a red card
    instead of three-costs
    then next player draws 1
