# expect no finding of UNO304
# with trap-that-thaws.frozen
# seats 2

# Everybody must hand the ice on, and it melts.

use "base.uno"
options for base

option frozen "A star freezes the table for four turns"

  act shiver
  situation ice on a player
    left over: 0 to 4

  rule freeze
    when player plays star
    then begin ice on next player with left over 4

  rule hand-on
    during ice
    its player must shiver
    then left over -= 1
      if left over is 0
        end ice
      otherwise pass ice to next player
