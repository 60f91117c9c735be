# expect nothing of UNO302
# with stack-ends-the-round.toll
# seats 2

use "base.uno"
options for base

option toll "One may give up"
  act give up
  act mirror
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
  rule surrender
    during duty
    its player may give up
    then end the round won by next player
