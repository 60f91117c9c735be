# expect UNO206 witnessed: double-answered-fires.red-costs, double-answered-fires.three-costs
# with double-answered-fires.one
# seats 3

use "base.uno"
options for base

option one "A 3 costs"
  act shout
  act cheer

  rule three-costs
    when player plays 3
    then player shouts

  rule red-costs
    when player plays a red card
    then player cheers

  rule shouted
    when player shouts
    then next player draws 1

  rule cheered
    when player cheers
    then next player draws 1
