# expect nothing of UNO403
# also UNO302
# with idle-stands-for-another.first
# seats 2

# A star that is waved for a 4 makes its player draw.

use "base.uno"
options for base

option first "The first rules"
  act wave a card from hand
  situation toll on a player
  rule p
    when player plays 4
    then begin toll on next player
  rule n
    during toll
    its player must otherwise draw 1
    then end toll
  rule echo
    during toll
    its player may wave star standing for top card
    then
      if the card is 4 then player draws 1
