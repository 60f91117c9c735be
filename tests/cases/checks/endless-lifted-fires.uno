# expect UNO302 witnessed: endless-lifted-fires.give, endless-lifted-fires.give2
# also UNO304
# with endless-lifted-fires.toll
# seats 2

use "base.uno"
options for base

option toll "Endless lifted fires"
  variable x: 0 to 900
  act wait
  situation toll on a player
  situation debt on a player

  rule toll-begins
    when player plays 2
    then begin toll on player
      begin debt on player

  rule give
    during toll
    its player must wait
    if debt is open and x is more than 0
    then begin debt on player
      x -= 1
  rule out
    during toll
    its player must otherwise draw 1
    then end the round won by player
  rule give2
    during debt
    its player must wait
    if toll is open and x is less than 900
    then begin toll on player
      x += 1
  rule out2
    during debt
    its player must otherwise draw 1
    then end the round won by player
