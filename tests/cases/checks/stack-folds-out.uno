# expect nothing of UNO302
# with stack-folds-out.fold
# seats 4

use "base.uno"
options for base

option fold "Fold and go"
  act fold
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule fold
    during duty
    its player may fold
    if number of players is more than 2 and player is not player of turn
    then pass duty to left of player
      remove player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
