# expect nothing of UNO301
# with endless-counted-down.first
# seats 3

# Each claps once less than the one before.

use "base.uno"
options for base

option first "The first rules"
  act nod
  act clap a number: 0 to 20
  variable n: 0 to 9
  rule go
    when player plays star
    then player claps 5
  rule echo
    when player claps a number
    if the number is more than 0
    then next player claps the number - 1
