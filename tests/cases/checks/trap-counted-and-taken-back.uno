# expect no finding of UNO304
# with trap-counted-and-taken-back.fuse
# seats 2

# Whoever draws makes the fuse longer again.

use "base.uno"
options for base

option fuse "Three cards in a row, and no more"

  variable fuse: 0 to 3

  rule burns
    when player plays a card
    then fuse += 1

  rule burnt-down
    any player cannot play a card
    if fuse is 3

  rule longer
    when player draws a number
    then fuse -= 3
