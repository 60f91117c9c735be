# expect UNO302 witnessed: endless-at-its-end-fires.mirror
# with endless-at-its-end-fires.duty
# seats 2

use "base.uno"
options for base

option duty "A debt that grows to its end"
  act mirror
  situation duty on a player
    n: 0 to 2000
  rule duty-begins
    when player plays 4
    then begin duty on next player with n 1
  rule mirror
    during duty
    its player may mirror
    then n += 1
      pass duty to next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
