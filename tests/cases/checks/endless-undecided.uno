# expect UNO301 bounded: endless-undecided.chain
# with endless-undecided.chain
# seats 3

# It ends, after nine draws at most; what each player has left of it is not added up.

use "base.uno"
options for base

option chain "Whoever draws makes the next player draw, three times each at most"

  variable links of each player: 0 to 3

  rule fresh
    when player plays a card
    then links of player becomes 0

  rule chain
    when player draws a number
    if links is less than 3
    then links += 1
      next player draws 1
