# expect nothing of UNO301
# with endless-each-once.first
# seats 4

# Each player claps once.

use "base.uno"
options for base

option first "The first rules"
  act clap
  variable clapped: players
  rule go
    when player plays star
    then clapped becomes nothing
      player claps
  rule echo
    when player claps
    if next player is not in clapped
    then clapped += next player
      next player claps
