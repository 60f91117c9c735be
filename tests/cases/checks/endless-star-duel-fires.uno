# expect UNO302 witnessed: endless-star-duel-fires.answer
# with endless-star-duel-fires.duel
# seats 2

use "base.uno"
options for base

option duel "Whoever is starred may answer with a star, and draws a card for it"

  deck in draw pile
    2 of star

  situation duel on a player

  act answer a card from hand
    then move card the card from hand of player to discard pile
      top card becomes the card

  rule challenge
    when player plays star
    then begin duel on next player after the player

  rule answer
    during duel
    its player may answer star
    then player draws 1
      pass duel to next player after player of duel

  rule give-up
    during duel
    its player must otherwise draw 1
    then end duel
