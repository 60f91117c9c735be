# expect UNO401 proved: dead-over-when-on-top-fires.linger
# with dead-over-when-on-top-fires.asking, dead-over-when-on-top-fires.linger
# seats 2

# A turn is over only as long as something else lies on top of it.

use "base.uno"
options for base

option asking "A star asks the next player for a card"

  situation asked on a player

  act pass

  rule ask
    when player plays star
    then begin asked on next player

  rule take
    during asked
    its player must otherwise pass
    then player draws 1
      end asked

option linger "Whoever is done may draw"

  rule linger
    during turn
    its player may draw 1
    if over is yes
    then score of player += 1
