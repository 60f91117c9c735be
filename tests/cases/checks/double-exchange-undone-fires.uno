# expect UNO206 witnessed: double-exchange-undone-fires.carousel, double-exchange-undone-fires.thief
# with double-exchange-undone-fires.around, double-exchange-undone-fires.swap
# seats 2

# Between two players, hands that go around and hands that are swapped are the same exchange: both together undo it.

use "base.uno"
options for base

option around "A 4 sends every hand to the left"

  rule carousel
    when player plays 4
    then give every hand to left

option swap "Whoever plays a 4 swaps hands with somebody"

  situation stealing on a player

  act choose an opponent

  rule thief
    when player plays 4
    then begin stealing on player

  rule steal
    during stealing
    its player must choose an opponent
    then swap hand of player with hand of opponent
      end stealing
