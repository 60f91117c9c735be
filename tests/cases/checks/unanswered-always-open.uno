# expect nothing of UNO501
# with unanswered-always-open.naming
# seats 2

# There is no `otherwise`, and none is needed: a color can always be named.

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
      end naming
