# expect nothing of UNO501
# with unanswered-otherwise.toll
# seats 2

use "base.uno"
options for base

option toll "A 4 must be followed by a red card, or two are drawn"

  act play a card
    manners toll
  situation toll on a player

  rule toll-begins
    when player plays 4
    then begin toll on player

  rule pay
    during toll
    its player must play a red card as toll
    then end toll

  rule cannot-pay
    during toll
    its player must otherwise draw 2
    then end toll
