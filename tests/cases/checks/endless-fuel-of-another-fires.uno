# expect UNO302 witnessed: endless-fuel-of-another-fires.mirror
# with endless-fuel-of-another-fires.duel
# seats 2

use "base.uno"
options for base

option duel "The fuel of a duel that is not on"
  act mirror
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
  situation duel on a player
    fuel: 0 to 3, starts 3
  rule duel-begins
    when player plays star
    then begin duel on player
  rule duel-ends
    during duel
    its player must mirror
    then end duel
  rule mirror
    during duty
    its player may mirror
    if fuel of duel is at least 1
    then fuel of duel -= 1
      pass duty to next player
