# expect UNO301 witnessed: endless-flag-comes-back-fires.echo
# with endless-flag-comes-back-fires.first
# seats 3

# The flag goes out, and a rule that is set off on the way puts it up again.

use "base.uno"
options for base

option first "The first rules"
  act clap
  act stamp
  variable loud: yes or no
  rule go
    when player plays star
    then loud becomes yes
      player claps
  rule echo
    when player claps
    if loud is yes
    then loud becomes no
      next player stamps
      next player claps
  rule again
    when player stamps
    then loud becomes yes
