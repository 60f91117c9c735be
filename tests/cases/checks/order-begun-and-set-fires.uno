# expect UNO201 witnessed: order-begun-and-set-fires.ask, order-begun-and-set-fires.twice
# with order-begun-and-set-fires.asking
# seats 2

# What one sets is a field of what the other begins: before that there is none.

use "base.uno"
options for base

option asking "A star asks the next player for cards"

  situation asked on a player
    cards: 0 to 5, starts 1

  act pass

  rule ask
    when player plays star
    then begin asked on next player

  rule twice
    when player plays star
    then cards of asked += 1

  rule take
    during asked
    its player must otherwise pass
    then player draws cards
      end asked
