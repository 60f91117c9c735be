# expect UNO401 proved: dead-counter-fires.many
# with dead-counter-fires.chain
# seats 2

# The number could be 9, and no rule makes it more than 3.

use "base.uno"
options for base

option chain "At most three in a row"

  variable links: 0 to 9

  rule one-more
    when player plays a card
    if links is less than 3
    then links += 1

  rule back
    when player draws a number
    then links becomes 0

  rule many
    when player plays a card
    after one-more
    if links is more than 3
    then score of player += 1
