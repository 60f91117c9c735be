# expect UNO302 witnessed: endless-whatever-is-drawn-fires.answer
# with endless-whatever-is-drawn-fires.piles
# seats 2

use "base.uno"
options for base

option piles "Any card answers a star, and whoever has one card left draws another: chance says which"
  deck
    remove each color: 1 to 3
    1 of star
  situation due on a player
    count: 0 to 400
  rule star-asks
    when player plays star
    if due is not open
    then begin due on next player with count 2
  rule answer
    during due
    its player may play a card
    then count += 2
      pass due to next player
  rule one-left
    when player plays a card
    before star-asks
    if due is open and number of cards in hand of player is 1
    then player draws 1
  rule pay
    during due
    its player must otherwise draw count
    then end due
