# expect UNO206 witnessed: double-swapped-twice-fires.three-swaps, double-swapped-twice-fires.red-trades
# with double-swapped-twice-fires.swaps, double-swapped-twice-fires.trades
# seats 3

# Of one card two situations come, in each of which its player swaps hands: whoever likes swaps twice.

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

option trades "A red card trades hands"
  act choose an opponent

  act pass

  situation trading on a player

  rule red-trades
    when player plays a red card
    then begin trading on player

  rule trade
    during trading
    its player may choose an opponent
    then swap hand of player with hand of opponent
      end trading

  rule no-trade
    during trading
    its player must otherwise pass
    then end trading
