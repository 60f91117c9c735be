# expect nothing of UNO404
# also UNO304, UNO403
# with option-that-must-be.first
# seats 2

# To nod changes nothing, and keeps its player from doing anything else.

use "base.uno"
options for base

option first "The first rules"
  act nod
  rule nodding
    during turn
    its player must nod
    if number of star in discard pile is 2
