# expect UNO201 witnessed: order-at-the-beginning-fires.r1, order-at-the-beginning-fires.r2
# with order-at-the-beginning-fires.first
# seats 2

# They meet once in a match, before the first move.

use "base.uno"
options for base

option first "The first rules"
  variable prize: 0 to 20, starts 3, kept
  rule r1
    when the match begins
    then prize becomes prize + 2
  rule r2
    when the match begins
    then prize becomes 2 * prize
