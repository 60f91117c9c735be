# expect nothing of UNO203
# with outcomes-not-beneath.first
# seats 2
# also UNO401

# A turn is begun with the round, so no toll ever lies beneath it.

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
