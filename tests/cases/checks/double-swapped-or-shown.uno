# expect nothing of UNO206
# with double-swapped-or-shown.swaps, double-swapped-or-shown.gifts
# seats 3
# also UNO201

# Of one card two situations come, in which its player does two different things.

use "base.uno"
options for base

option swaps "A 3 swaps hands"
  act choose an opponent

  act pass

  situation swapping on a player

  rule three-swaps
    when player plays 3
    then begin swapping on player

  rule swap
    during swapping
    its player may choose an opponent
    then swap hand of player with hand of opponent
      end swapping

  rule no-swap
    during swapping
    its player must otherwise pass
    then end swapping

option gifts "A red card may cost an opponent a card"
  act name an opponent

  act pass

  situation giving on a player

  rule red-gives
    when player plays a red card
    then begin giving on player

  rule give
    during giving
    its player may name an opponent
    then opponent draws 1
      end giving

  rule no-gift
    during giving
    its player must otherwise pass
    then end giving
