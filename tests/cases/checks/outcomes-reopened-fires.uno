# expect UNO203 witnessed: outcomes-reopened-fires.in, outcomes-reopened-fires.in2
# with outcomes-reopened-fires.first
# seats 2

# The turn lies on the toll, which no position can say. Moves lead there.

use "base.uno"
options for base

option first "The first rules"
  act nod
  situation toll on a player
  rule p
    when player plays star
    then begin toll on next player
  rule n
    during toll
    its player must otherwise nod
    then begin turn on player
  rule n2
    when player plays 4
    then end toll
  rule in
    during turn
    any other player may play a card
    if the card is top card
    then over becomes yes
  rule in2
    during turn
    any other player may play a card
    if the card is top card and toll is open
    then over becomes no
      score of player += 1
