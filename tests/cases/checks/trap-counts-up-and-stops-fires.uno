# expect UNO304 witnessed: trap-counts-up-and-stops-fires.climb
# also UNO303, UNO501
# with trap-counts-up-and-stops-fires.stairs
# seats 2

# Each move counts up, so moves come to an end. The round does not: at the end nobody has a move, and no rule ends it.

use "base.uno"
options for base

option stairs "Up and up"
  without base.play, base.draw

  variable height: 0 to 6

  act climb

  rule climb
    during turn
    its player may climb
    if height is less than 6
    then height += 1
      over becomes yes
