# expect no finding of UNO302
# with stack-looked-at.duty
# seats 3

# To look at a card changes nothing, however often it is done; the duty is still there to be met.

use "base.uno"
options for base

option duty "A 4 makes the next player draw two, who may show a card first"

  act reveal a card from hand
  situation duty on a player

  rule duty-begins
    when player plays 4
    then begin duty on next player

  rule reveal
    during duty
    its player may reveal a card
    then show the card to everyone

  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
