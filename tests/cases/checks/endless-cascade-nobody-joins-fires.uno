# expect UNO301 bounded: endless-cascade-nobody-joins-fires.echo
# also UNO405
# with endless-cascade-nobody-joins-fires.clap
# seats 3

use "base.uno"
options for base

option clap "Who has not clapped claps, if there is anybody; rarely"
  act clap
  variable clapped: players
  rule go
    when player plays star
    if number of cards in hand of player is 14 and number of star in hand of player is 1
    then player claps
  rule echo
    when player claps
    if first of (players - clapped) is not in clapped
    then clapped += first of (players - clapped)
      next player claps
