# expect UNO302 witnessed: stack-stands-for-another-fires.m
# with stack-stands-for-another-fires.first
# seats 2

# The card that would move is the one that is stood for, and nobody holds that one.

use "base.uno"
options for base

option first "The first rules"
  act flash a card from hand
  situation toll on a player
  rule p
    when player plays star
    then begin toll on next player
  rule m
    during toll
    its player may flash a card standing for top card
    then move card the card from hand of player to discard pile
      pass toll to next player
  rule e
    during toll
    its player must otherwise draw 1
    then end toll
