# expect nothing of UNO502
# with race-in-turn.swap
# seats 3

use "base.uno"
options for base

option swap "On your turn you may take two cards and go on"

  act fetch

  rule fetch
    during turn
    its player may fetch
    if number of cards in hand of player is 1
    then move top 2 from draw pile to hand of player
      over becomes yes
