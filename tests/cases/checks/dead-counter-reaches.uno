# expect nothing of UNO401
# with dead-counter-reaches.chain
# seats 2

# The last step leads from 3 to 4.

use "base.uno"
options for base

option chain "At most four in a row"

  variable links: 0 to 9

  rule one-more
    when player plays a card
    if links is at most 3
    then links += 1

  rule back
    when player draws a number
    then links becomes 0

  rule many
    when player plays a card
    after one-more
    if links is more than 3
    then score of player += 1
