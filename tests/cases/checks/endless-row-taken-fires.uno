# expect UNO302 witnessed: endless-row-taken-fires.put, endless-row-taken-fires.take
# also UNO405
# with endless-row-taken-fires.row
# seats 2

use "base.uno"
options for base

option row "All of the row is taken, and then one more card that lies there no more"
  zone row, face up
  act take a card from row
    then move all from row to hand of player
      move card the card from row to draw pile
  act put down a card from hand
    then move card the card from hand of player to row
  act mirror
  situation duty on a player
  rule duty-begins
    when player plays 4
    then begin duty on next player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
  rule take
    during duty
    its player may take a card
    then pass duty to player
  rule put
    during duty
    its player may put down a card
    then pass duty to player
