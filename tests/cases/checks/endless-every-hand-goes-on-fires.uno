# expect UNO302 witnessed: endless-every-hand-goes-on-fires.m
# with endless-every-hand-goes-on-fires.flash
# seats 3

use "base.uno"
options for base

option flash "Every hand goes on, then the card goes down"
  act flash a card from hand
    then give every hand to next player
      move card the card from hand of player to discard pile
  situation toll on a player
  rule p
    when player plays 4
    then begin toll on next player
  rule m
    during toll
    its player may flash a card
    then pass toll to next player
  rule e
    during toll
    its player must otherwise draw 1
    then end toll
