# expect UNO301 bounded: endless-cascade-hands-swapped-fires.echo
# with endless-cascade-hands-swapped-fires.clap
# seats 2

use "base.uno"
options for base

option clap "A cascade for large hands only"
  act clap
  rule go
    when player plays star
    if number of cards in hand of player is 14 and number of star in hand of player is 1 and number of cards in draw pile is 1
    then move all from hand of next player to draw pile
      player claps
  rule echo
    when player claps
    if number of cards in hand of player is at least 1
    then swap hand of player with hand of next player
      move top from hand of player to discard pile
      next player claps
