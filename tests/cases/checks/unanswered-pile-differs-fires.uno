# expect UNO501 witnessed: unanswered-pile-differs-fires.sigh
# also UNO304
# with unanswered-pile-differs-fires.flash
# seats 2

use "base.uno"
options for base

option flash "A card is named after all hands have gone on; the pile and the card differ"
  act flash a card from hand
    then move all from hand of player to hand of next player
      move card the card from hand of player to discard pile
      top card becomes the card
  act sigh
  act hum
  variable humming: yes or no
  situation duty on a player
  rule flash
    during turn
    its player may flash 4
    then begin duty on next player
  rule sigh
    during duty
    its player must sigh
    if top card is top of discard pile or top card is nothing
    then end duty
  rule hum
    at any time
    any player may hum
    then humming becomes yes if humming is no, otherwise no
