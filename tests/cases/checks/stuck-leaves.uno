# expect nothing of UNO303
# with stuck-leaves.leave
# seats 4

use "base.uno"
options for base

option leave "Whoever goes passes the turn on"

  act go home

  rule go-home
    during turn
    any player may at will go home
    then
      if player is player of turn then pass turn to next player
      move all from hand of player to draw pile
      remove player
      if number of players is 1 then end the round won by players
