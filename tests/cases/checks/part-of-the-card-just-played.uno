# expect no finding of UNO405
# with part-of-the-card-just-played.again
# seats 2

# Whoever plays their last card has none left.

use "base.uno"
options for base

option again "A star may be played on anything, and whoever has cards left draws"
  rule again
    instead of base.play
    during turn
    its player may play star
    if number of cards in hand of player is at most 2
    then over becomes yes
      if number of cards in hand of player is at least 1
        player draws 1
