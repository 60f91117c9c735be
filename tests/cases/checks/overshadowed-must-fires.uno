# expect UNO402 proved: overshadowed-must-fires.pay, overshadowed-must-fires.wait
# with overshadowed-must-fires.toll
# seats 2

# A pass beside a draw that is always due.

use "base.uno"
options for base

option toll "A 4 costs two cards"

  act pass
  situation toll on a player

  rule toll-begins
    when player plays 4
    then begin toll on player

  rule pay
    during toll
    its player must draw 2
    then end toll

  rule wait
    during toll
    its player may pass
    then end toll
