# A fine that ends when somebody has six cards, in a deck that may have too few: neither option goes round for ever by itself.

use "base.uno"
options for base

option fine "A 2 costs cards until somebody has six"

  situation fine on a player

  act draw a number
    manners fine

  rule fine
    when player plays 2
    then begin fine on player

  rule pay-up
    during fine
    its player must draw 1 as fine
    then
      if there is players where (number of cards in their hand is at least 6) then end fine

option low "No 3 and no 4 in the deck"

  deck
    remove 3, 4
