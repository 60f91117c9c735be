# A fine that ends with five cards, in a deck that may have too few: neither option goes round for ever by itself.

use "base.uno"
options for base

option fine "A 2 costs cards until there are five"

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
      if number of cards in hand of player is at least 5 then end fine

option low "No 3 and no 4 in the deck"

  deck
    remove 3, 4
