# expect nothing of UNO302
# with stack-costs-a-card.duty
# seats 3

# It goes round, and each answer costs a card.

use "base.uno"
options for base

option duty "A 4 can be answered with a 4"

  act play a card
    manners answer
  situation duty on a player
    count: 0 to 30

  rule duty-begins
    when player plays 4
    then begin duty on next player with count 2

  rule answer
    during duty
    its player may play 4 as answer
    then count += 2
      pass duty to next player

  rule pay
    during duty
    its player must otherwise draw count
    then end duty
