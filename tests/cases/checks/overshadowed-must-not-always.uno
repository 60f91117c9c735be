# expect nothing of UNO402
# with overshadowed-must-not-always.toll
# seats 2

# Whoever holds a red card must lay it down; whoever does not may pass.

use "base.uno"
options for base

option toll "A 4 costs a red card"

  act pass
  act play a card
    manners toll
  situation toll on a player

  rule toll-begins
    when player plays 4
    then begin toll on player

  rule pay
    during toll
    its player must play a red card as toll
    then end toll

  rule wait
    during toll
    its player may pass
    then end toll
