# expect UNO401 proved: dead-closed-at-once-fires.swap
# with dead-closed-at-once-fires.swaps
# seats 2

# The swap is over as soon as it begins, so nobody ever chooses.

use "base.uno"
options for base

option swaps "A star lets its player swap hands"
  act choose an opponent
  situation swapping on a player

  rule begins
    when player plays star
    then begin swapping on player

  rule over
    when swapping begins
    then end swapping

  rule swap
    during swapping
    its player may choose an opponent
    then swap hand of player with hand of opponent
      end swapping
