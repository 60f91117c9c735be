# expect nothing of UNO206
# with double-unequal-draws.two, double-unequal-draws.one
# seats 2

# Each alone takes equally many cards only where there is one, and then both together take no more.

use "base.uno"
options for base

option two "A star makes the next player draw 2"

  rule draws-two
    when player plays star
    then next player draws 2

option one "So it makes the next player draw 1"

  rule draws-one
    when player plays star
    then next player draws 1
