# expect UNO302 witnessed: endless-pile-differs-fires.mirror
# also UNO405
# with endless-pile-differs-fires.flash
# seats 2

use "base.uno"
options for base

option flash "The pile and the card differ"
  act flash a card from hand
    then move all from hand of player to hand of next player
      move card the card from hand of player to discard pile
      top card becomes the card
  act mirror
  situation duty on a player
  rule flash
    during turn
    its player may flash 4
    then begin duty on player
  rule mirror
    during duty
    its player may mirror
    if top card is not top of discard pile and top card is not nothing
    then move top from hand of player to draw pile
      pass duty to player
  rule pay
    during duty
    its player must otherwise draw 2
    then end duty
      over of turn becomes yes
