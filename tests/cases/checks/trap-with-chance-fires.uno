# expect UNO304 witnessed: trap-with-chance-fires.hand-on
# with trap-with-chance-fires.frozen
# also UNO302
# seats 2

# Each step is at random, so that no moves certainly lead back to the same table. Once nobody has wood, the ice never melts.

use "base.uno"
options for base

option frozen "A star freezes the table, and who has wood can melt the ice"

  variable wood of each player: 0 to 3, starts 3
  variable cold: 1 to 3

  act shiver
  act burn a number: 1 to 3
  situation ice on a player

  rule freeze
    when player plays star
    then begin ice on next player

  rule hand-on
    during ice
    its player may shiver
    then cold becomes a random one of 1 to 3
      pass ice to next player

  rule melt
    during ice
    its player may burn a number
    if the number is at most wood of player
    then wood of player -= the number
      if the number is cold then end ice
