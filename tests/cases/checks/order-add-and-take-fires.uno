# expect UNO201 witnessed: order-add-and-take-fires.r1, order-add-and-take-fires.r2
# with order-add-and-take-fires.first
# seats 2

# One adds and the other takes away: where the number is at its end, the order can be seen.

use "base.uno"
options for base

option first "The first rules"
  variable luck of each player: 0 to 5, kept
  rule r1
    when player plays 4
    then luck of player += 3
  rule r2
    when player plays 4
    then luck of player -= 2
