# expect UNO303 witnessed: stuck-after-many-draws-fires.rattle
# also UNO401, UNO405, UNO501
# with stuck-after-many-draws-fires.lock
# seats 2

use "base.uno"
options for base

option lock "Whoever draws the seventeenth card since one was played is locked up"
  variable draws: 0 to 60
  variable limit: 0 to 60, starts 17

  situation lock on a player

  rule count
    when player draws a number
    then draws += 1
      if draws is limit
        begin lock on player

  rule counted
    when player plays a card
    then draws becomes 0
      limit becomes 17

  act rattle
  rule rattle
    during lock
    its player may rattle
    if score of player is 7
    then end lock
