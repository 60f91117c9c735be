# expect nothing of UNO301
# with endless-flag-goes-out.first
# seats 3

# Whoever claps takes back what the clapping asks for.

use "base.uno"
options for base

option first "The first rules"
  act clap
  variable loud: yes or no
  rule go
    when player plays star
    then loud becomes yes
      player claps
  rule echo
    when player claps
    if loud is yes
    then loud becomes no
      next player claps
