# expect no finding of UNO302
# with endless-debt-is-looked-at.piles
# seats 2

use "base.uno"
options for base

option piles "A star is answered by a star, and whoever has one card left draws another"
  deck
    remove each color: 1 to 3
    remove blue: 4
    4 of star
  situation due on a player
    count: 0 to 400
  rule star-asks
    when player plays star
    if due is not open
    then begin due on next player with count 2
  rule answer
    during due
    its player may play star
    then count += 2
      pass due to next player
  rule one-left
    when player plays star
    before star-asks
    if due is open and number of cards in hand of player is 1 and count of due is less than 7
    then player draws 1
  rule pay
    during due
    its player must otherwise draw count
    then end due
