# expect UNO302 witnessed: stack-card-comes-back-fires.answer
# with stack-card-comes-back-fires.duty
# seats 2

use "base.uno"
options for base

option duty "A 4 can be answered with a 4, which goes back to the hand"

  act play a card
    manners answer
  situation duty on a player
    count: 0 to 6

  rule duty-begins
    when player plays 4
    then begin duty on next player with count 2

  rule answer
    during duty
    its player may play 4 as answer
    then count += 2
      move card the card from discard pile to hand of player
      pass duty to next player

  rule pay
    during duty
    its player must otherwise draw count
    then end duty
