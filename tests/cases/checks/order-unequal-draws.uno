# expect nothing of UNO201
# with order-unequal-draws.two, order-unequal-draws.one
# seats 2

# Two cards and then one, or one and then two: three cards either way, also where the draw pile runs out.

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
