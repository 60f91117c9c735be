# expect nothing of UNO302
# with stack-beside-a-chain.chain
# seats 3

use "base.uno"
options for base

option chain "A chain of draws that stops, and a mirror that costs a card"
  act play a card
    manners answer
  variable links: 0 to 3
  situation duty on a player
  rule fresh
    when player plays a card
    then links becomes 0
  rule chain
    when player draws a number
    if links is less than 3
    then links += 1
      next player draws 1
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule mirror
    during duty
    its player may play 4 as answer
    then pass duty to next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
