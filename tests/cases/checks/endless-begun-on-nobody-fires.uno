# expect UNO302 witnessed: endless-begun-on-nobody-fires.give
# with endless-begun-on-nobody-fires.toll
# seats 2

use "base.uno"
options for base

option toll "Endless begun on nobody fires"
  variable friend: player or nothing
  act wait
  situation toll on a player
    count: 0 to 9

  rule toll-begins
    when player plays 2
    then begin toll on player

  rule give
    during toll
    its player may wait
    if count is less than 5
    then begin toll on friend with count (count + 1)
  rule out
    during toll
    its player may draw 1
    then end toll
