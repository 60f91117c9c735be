# expect no finding of UNO302
# with stack-begun-anew.toll
# seats 2

use "base.uno"
options for base

option toll "The debt begins anew each time, with one less"
  act mirror
  situation duty on a player
    n: 0 to 3
  rule duty-begins
    when player plays 4
    then begin duty on next player with n 3
  rule mirror
    during duty
    its player may mirror
    if n is at least 1
    then begin duty on next player with n (n - 1)
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
