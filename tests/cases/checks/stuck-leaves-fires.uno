# expect UNO303 witnessed: base.play, base.draw, stuck-leaves-fires.go-home
# also UNO304, UNO501
# with stuck-leaves-fires.leave
# seats 3

use "base.uno"
options for base

option leave "Whoever goes leaves the turn behind"

  act go home

  rule go-home
    during turn
    any player may at will go home
    then move all from hand of player to draw pile
      remove player
      if number of players is 1 then end the round won by players
