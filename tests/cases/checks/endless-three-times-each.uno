# expect nothing of UNO301
# with endless-three-times-each.chain
# seats 3

# It ends, after nine draws at most: what all players have drawn in this way only grows.

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
