# expect UNO501 witnessed: unanswered-fires.pay
# also UNO303, UNO304
# with unanswered-fires.toll
# seats 2

use "base.uno"
options for base

option toll "A 4 must be followed by a red card"

  situation toll on a player

  rule toll-begins
    when player plays 4
    then begin toll on player

  rule pay
    during toll
    its player must play a red card
    then end toll
