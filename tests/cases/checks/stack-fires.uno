# expect UNO302 witnessed: stack-fires.mirror
# with stack-fires.duty
# seats 3

use "base.uno"
options for base

option duty "A 4 makes the next player draw two, who may hand that on at no cost"

  act mirror
  situation duty on a player

  rule duty-begins
    when player plays 4
    then begin duty on next player

  rule mirror
    during duty
    its player may mirror
    then pass duty to next player

  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
