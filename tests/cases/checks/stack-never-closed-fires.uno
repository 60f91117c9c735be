# expect UNO302 witnessed: stack-never-closed-fires.name-color
# also UNO304
# with stack-never-closed-fires.naming
# seats 2

# The color is named, and nothing says that the naming is over.

use "base.uno"
options for base

option naming "A star lets its player name a color"

  act name a color
  variable named: color
  situation naming on a player

  rule naming-begins
    when player plays star
    then begin naming on player

  rule name-color
    during naming
    its player must name a color
    then named becomes the color
