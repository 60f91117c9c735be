# expect UNO206 witnessed: double-unequal-draws-given-back-fires.draws-one, double-unequal-draws-given-back-fires.draws-two
# with double-unequal-draws-given-back-fires.fines
# seats 2

# Whoever has drawn puts all cards back, so that one card drawn and two are the same; the fine for it is paid twice.

use "base.uno"
options for base

option fines "A star costs the next player the hand"

  rule draws-two
    when player plays star
    then next player draws 2

  rule draws-one
    when player plays star
    then next player draws 1

  rule back-again
    when player draws a number
    then move all from hand of player to draw pile
      score of player += 1
