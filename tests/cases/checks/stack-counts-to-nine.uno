# expect no finding of UNO302
# with stack-counts-to-nine.toll
# seats 2

use "base.uno"
options for base

option toll "A number that would wrap"
  act mirror
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
  variable n: 0 to 9
  rule mirror
    during duty
    its player may mirror
    if n is not 9
    then n becomes 0 if n is 9, otherwise n + 1
      pass duty to next player
