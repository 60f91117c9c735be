# expect UNO304 witnessed: base.draw, trap-counted-to-the-end-fires.burnt-down
# with trap-counted-to-the-end-fires.fuse
# seats 4

# Each card burns a bit of the fuse, nothing makes it longer again, and then nobody may play.

use "base.uno"
options for base

option fuse "Three cards, and no more"

  variable fuse: 0 to 3

  rule burns
    when player plays a card
    then fuse += 1

  rule burnt-down
    any player cannot play a card
    if fuse is 3
