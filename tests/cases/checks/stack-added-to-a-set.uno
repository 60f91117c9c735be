# expect nothing of UNO302
# with stack-added-to-a-set.first
# seats 3

# As with `include`: each player nods once.

use "base.uno"
options for base

option first "The first rules"
  act nod
  situation toll on a player
    asked: players
  rule p
    when player plays star
    then begin toll on next player
  rule n
    during toll
    its player may nod
    if player is not in asked
    then asked += player
      pass toll to next player
  rule e
    during toll
    its player must otherwise draw 1
    then end toll
