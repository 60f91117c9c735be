# expect nothing of UNO401
# with dead-over-below.asking, dead-over-below.linger
# seats 2

# A turn is over as long as something else lies on top of it, and that is when somebody may draw.

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
    during asked
    any player may draw 1
    if over of turn is yes
    then end asked
      score of player += 1
