# expect UNO206 witnessed: double-cards-of-one-color-fires.aa, double-cards-of-one-color-fires.bb
# also UNO304
# with double-cards-of-one-color-fires.sweep
# seats 2

use "base.uno"
options for base

option sweep "cards of the current color go, then it is another color"
  zone bin, face down
  variable hue: color
  rule aa
    when player plays 3
    then move all cards where (color of it is hue) from hand of player to bin
      hue becomes blue
  rule bb
    when player plays 3
    then move all cards where (color of it is hue) from hand of player to bin
      hue becomes blue
  rule back
    when player draws a number
    then hue becomes red
