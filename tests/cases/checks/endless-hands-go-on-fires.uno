# expect UNO302 witnessed: endless-hands-go-on-fires.m
# with endless-hands-go-on-fires.pass-on
# seats 2

use "base.uno"
options for base

option pass-on "Hands go on, and then a card from the empty hand"
  act nod
  situation toll on a player
  rule p
    when player plays star
    then begin toll on next player
  rule m
    during toll
    its player may nod
    if number of cards in hand of player is at least 1
    then move all from hand of player to hand of next player
      move top from hand of player to discard pile
      pass toll to next player
  rule e
    during toll
    its player must otherwise draw 1
    then end toll
