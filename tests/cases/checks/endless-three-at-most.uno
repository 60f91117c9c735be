# expect nothing of UNO301
# with endless-three-at-most.chain
# seats 3

use "base.uno"
options for base

option chain "Whoever draws makes the next player draw, three times at most"

  variable links: 0 to 3

  rule fresh
    when player plays a card
    then links becomes 0

  rule chain
    when player draws a number
    if links is less than 3
    then links += 1
      next player draws 1
