# expect UNO301 witnessed: endless-counted-down-to-the-end-fires.echo
# also UNO405
# with endless-counted-down-to-the-end-fires.first
# seats 3

# Nobody can clap less than twice.

use "base.uno"
options for base

option first "The first rules"
  act clap a number: 2 to 9
  rule go
    when player plays star
    then player claps 9
  rule echo
    when player claps a number
    if the number is more than 1
    then next player claps the number - 1
