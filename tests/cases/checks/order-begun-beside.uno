# expect nothing of UNO201
# with order-begun-beside.asking, order-begun-beside.again
# seats 2

# What one begins has nothing to do with what the other sets in another situation.

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

option again "Whoever plays a star plays again"

  rule again
    when player plays star
    then over of turn becomes no
