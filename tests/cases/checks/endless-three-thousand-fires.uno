# expect UNO301 witnessed: endless-three-thousand-fires.echo
# with endless-three-thousand-fires.clap
# seats 2

use "base.uno"
options for base

option clap "Three thousand claps"
  act clap
  variable n: 0 to 3000
  rule go
    when player plays star
    then player claps
  rule echo
    when player claps
    if n is less than 3000
    then n += 1
      player claps
