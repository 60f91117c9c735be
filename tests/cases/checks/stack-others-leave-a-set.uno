# expect nothing of UNO302
# with stack-others-leave-a-set.first
# seats 3

# Each accusation takes one player out of the set, and perhaps others as well.

use "base.uno"
options for base

option first "The first rules"
  act accuse an opponent
  variable silent: players
  situation toll on a player
  rule p
    when player plays star
    then silent += player
      begin toll on next player
  rule n
    during toll
    its player may accuse an opponent
    if opponent is in silent
    then silent -= opponent
  rule o
    when player accuses an opponent
    then silent -= other players
  rule e
    during toll
    its player must otherwise draw 1
    then end toll
