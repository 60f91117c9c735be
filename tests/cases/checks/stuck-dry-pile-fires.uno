# expect UNO303 witnessed: base.draw, base.play, stuck-dry-pile-fires.d
# also UNO501
# with stuck-dry-pile-fires.first
# seats 2

# The pile is not turned over before somebody draws, and nobody may draw from an empty one.

use "base.uno"
options for base

option first "The first rules"
  rule d
    any player cannot draw a number
    if draw pile is empty
    instead of draw
