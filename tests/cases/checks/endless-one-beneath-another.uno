# expect nothing of UNO302
# with endless-one-beneath-another.debts
# seats 2

# A star begins a debt where there is none, a 4 lets somebody choose. As far as the rules say, either may lie beneath the other.

use "base.uno"
options for base

option debts "Stars pile up"

  act pick a color

  variable picked: color or nothing

  situation debt on a player
    count: 0 to 16

  situation picking on a player

  rule four
    when player plays 4
    then begin picking on player

  rule pick
    during picking
    its player must pick a color
    then picked becomes the color
      end picking

  rule star
    when player plays star
    if not debt
    then begin debt on next player with count 2

  rule raise
    during debt
    its player may play star
    then count += 2
      pass debt to next player

  rule pay
    during debt
    its player must otherwise draw count
    then end debt
