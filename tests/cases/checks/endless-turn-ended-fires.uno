# expect UNO302 witnessed: endless-turn-ended-fires.poke
# with endless-turn-ended-fires.poke
# seats 2

use "base.uno"
options for base

option poke "A star puts an end to turns: a duel goes on and on"
  act poke
  act yield
  situation duel on a player
  rule duel-begins
    when player plays a card
    before base.next-turn
    then end turn
      begin duel on next player
  rule poke
    during duel
    its player may poke
    then pass duel to next player
  rule yield
    during duel
    its player may yield
    then end duel
      begin turn on next player
