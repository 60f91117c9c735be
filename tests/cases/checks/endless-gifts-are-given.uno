# expect nothing of UNO302
# with endless-gifts-are-given.first
# seats 3

# A name is chosen, then a gift goes there; whoever has nothing left is done.

use "base.uno"
options for base

option first "The first rules"
  act pick an opponent
  act hand over a card from hand
  act stop
  act waive

  variable chosen of each player: player or nothing
  variable gifts of each player: 0 to 4

  situation giving on a player

  rule go
    when player plays star
    then gifts of player becomes 2
      begin giving on player

  rule pick
    during giving
    its player must pick an opponent
    if chosen is nothing
    then chosen becomes opponent

  rule hand-over
    during giving
    its player must hand over a card
    if chosen is not nothing and gifts is at least 1
    then move card the card from hand of player to hand of chosen of player
      chosen becomes nothing
      gifts -= 1

  rule waive
    during giving
    its player may waive
    if gifts is at least 1
    then gifts becomes 0

  rule done
    during giving
    its player must otherwise stop
    then end giving
