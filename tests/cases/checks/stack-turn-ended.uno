# expect no finding of UNO302
# with stack-turn-ended.poke
# seats 2

use "base.uno"
options for base

option poke "A duel of at most nine pokes"
  act poke
  act yield
  variable pokes: 0 to 9
  situation duel on a player
  rule duel-begins
    when player plays a card
    then end turn
      pokes becomes 0
      begin duel on next player
  rule poke
    during duel
    its player may poke
    if pokes is less than 9
    then pokes += 1
      pass duel to next player
  rule yield
    during duel
    its player must otherwise yield
    if pokes is 9
    then end duel
      begin turn on next player
