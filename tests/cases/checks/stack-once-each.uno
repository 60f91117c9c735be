# expect nothing of UNO302
# with stack-once-each.duty
# seats 3

# It is handed on at no cost, but by nobody twice.

use "base.uno"
options for base

option duty "A 4 makes the next player draw two, who may hand that on once"

  act mirror
  situation duty on a player
    used: players

  rule duty-begins
    when player plays 4
    then begin duty on next player

  rule mirror
    during duty
    its player may mirror
    if player is not in used
    then include player among used
      pass duty to next player

  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
