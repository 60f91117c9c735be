# expect UNO304 witnessed: trap-fires.hand-on
# also UNO302
# with trap-fires.frozen
# seats 2

use "base.uno"
options for base

option frozen "A star freezes the table: all that is left is to hand the ice on"

  act shiver
  situation ice on a player

  rule freeze
    when player plays star
    then begin ice on next player

  rule hand-on
    during ice
    its player must shiver
    then pass ice to next player
