# expect UNO301 witnessed: endless-of-two-fires.back, endless-of-two-fires.forth
# with endless-of-two-fires.echo
# seats 2

use "base.uno"
options for base

option echo "A ping is answered, and so is the answer"

  act ping
  act pong

  rule serve
    when player plays star
    then player pings

  rule forth
    when player pings
    then next player pongs

  rule back
    when player pongs
    then player pings
