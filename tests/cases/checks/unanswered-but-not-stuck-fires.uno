# expect UNO501 witnessed: unanswered-but-not-stuck-fires.pay
# also UNO304
# with unanswered-but-not-stuck-fires.toll
# seats 2

# Somebody can always say something, so nobody is stuck. Nobody can pay, all the same.

use "base.uno"
options for base

option toll "A 4 must be followed by a red card"

  act hum
  variable humming: yes or no
  situation toll on a player

  rule toll-begins
    when player plays 4
    then begin toll on player

  rule pay
    during toll
    its player must play a red card
    then end toll

  rule hum
    at any time
    any player may hum
    then humming becomes yes if humming is no, otherwise no
