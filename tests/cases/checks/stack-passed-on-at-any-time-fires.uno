# expect UNO302 witnessed: stack-passed-on-at-any-time-fires.mirror
# with stack-passed-on-at-any-time-fires.duty
# seats 2

# The rule that passes the debt on belongs to no situation, and it changes one.

use "base.uno"
options for base

option duty "Whoever comes after a 4 owes two cards, and may mirror them"

  act mirror

  situation duty on a player
    count: 0 to 6

  rule duty-begins
    when player plays 4
    then begin duty on next player with count 2

  rule mirror
    at any time
    any player may mirror
    if duty is open and player is player of duty
    then pass duty to next player

  rule pay
    during duty
    its player must otherwise draw count
    then end duty
