# expect UNO203 witnessed: outcomes-kept-within-fires.c1, outcomes-kept-within-fires.c2
# with outcomes-kept-within-fires.first
# seats 2

# Both clap 3: what is more than 3 is kept within what can be clapped.

use "base.uno"
options for base

option first "The first rules"
  act clap a number: 0 to 3
  variable n: 0 to 9
  rule up
    when player draws a number
    then n += 1
  rule c1
    during turn
    its player may clap n
    if n is at least 5
    then over becomes yes
  rule c2
    during turn
    its player may clap 3
    then player draws 1
      over becomes yes
