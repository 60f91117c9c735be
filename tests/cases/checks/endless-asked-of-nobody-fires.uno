# expect UNO302 witnessed: endless-asked-of-nobody-fires.mirror
# with endless-asked-of-nobody-fires.vote
# seats 2

use "base.uno"
options for base

option vote "A vote that is not on"
  act mirror
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
  situation vote on players
    asked: players
  rule vote-begins
    when player plays star
    then begin vote on players
  rule vote-ends
    during vote
    its players must mirror
    then end vote
  rule mirror
    during duty
    its player may mirror
    if player is not in asked of vote
    then asked of vote += player
      pass duty to next player
