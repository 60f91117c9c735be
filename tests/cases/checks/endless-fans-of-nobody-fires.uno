# expect UNO302 witnessed: endless-fans-of-nobody-fires.mirror
# with endless-fans-of-nobody-fires.fans
# seats 2

use "base.uno"
options for base

option fans "Fans of a hero whom nobody has named"
  act mirror
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
  variable fans of each player: players
  variable hero: player or nothing
  rule named
    when player plays star
    then hero becomes player
  rule mirror
    during duty
    its player may mirror
    if player is not in fans of hero
    then fans of hero += player
      pass duty to next player
