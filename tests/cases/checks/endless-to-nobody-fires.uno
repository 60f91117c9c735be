# expect UNO302 witnessed: endless-to-nobody-fires.give
# with endless-to-nobody-fires.gift
# seats 2

use "base.uno"
options for base

option gift "Endless to nobody fires"
  zone tricks of each player, face up
  variable friend: player or nothing
  act hand over a card from hand
  situation toll on a player

  rule toll-begins
    when player plays 2
    then begin toll on player

  rule give
    during toll
    its player may hand over a card
    then move card the card from hand of player to tricks of friend
  rule out
    during toll
    its player may draw 1
    then end toll
