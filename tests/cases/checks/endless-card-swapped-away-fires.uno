# expect UNO302 witnessed: endless-card-swapped-away-fires.m
# with endless-card-swapped-away-fires.flash
# seats 2

use "base.uno"
options for base

option flash "Swap hands, then the card goes down, if it is still there"
  act flash a card from hand
  situation toll on a player
  rule p
    when player plays star
    then begin toll on next player
  rule m
    during toll
    its player may flash a card
    then swap hand of player with hand of next player
      move card the card from hand of player to discard pile
      pass toll to next player
  rule e
    during toll
    its player must otherwise draw 1
    then end toll
