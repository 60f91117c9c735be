# expect no finding of UNO302
# with stack-fuel-burnt-later.fuel
# seats 2

use "base.uno"
options for base

option fuel "Fuel"
  act mirror
  variable fuel: 0 to 3, starts 3
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule mirror
    during duty
    its player may mirror
    if fuel is at least 1
    then pass duty to next player
  rule burn
    when player mirrors
    then fuel -= 1
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
