# expect UNO301 bounded: endless-cascade-fuel-of-another-fires.echo
# with endless-cascade-fuel-of-another-fires.clap
# seats 2

use "base.uno"
options for base

option clap "The fuel of a duel that is not on, in a cascade, rarely"
  act clap
  act nod
  situation duel on a player
    fuel: 0 to 3, starts 3
  rule go
    when player plays red 1
    if number of cards in hand of player is 14 and number of star in hand of player is 1
    then player claps
  rule duel-begins
    when player plays star
    then begin duel on player
  rule duel-ends
    during duel
    its player must nod
    then end duel
  rule echo
    when player claps
    if fuel of duel is at least 1
    then fuel of duel -= 1
      next player claps
