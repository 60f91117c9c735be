# expect UNO206 witnessed: double-by-way-of-a-drawer-fires.red-swaps, double-by-way-of-a-drawer-fires.three-swaps
# with double-by-way-of-a-drawer-fires.one
# seats 3

use "base.uno"
options for base

option one "A 3 swaps hands, by way of two drawers"
  zone drawer, face down
  zone other drawer, face down
  zone box, face down
  zone other box, face down

  rule three-swaps
    when player plays 3
    then move all from hand of player to drawer
      move all from hand of next player to other drawer
      move all from drawer to hand of next player
      move all from other drawer to hand of player

  rule red-swaps
    when player plays a red card
    then move all from hand of player to box
      move all from hand of next player to other box
      move all from box to hand of next player
      move all from other box to hand of player
