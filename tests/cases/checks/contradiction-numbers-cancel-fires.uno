# expect UNO207 witnessed: contradiction-numbers-cancel-fires.costs, contradiction-numbers-cancel-fires.earns
# with contradiction-numbers-cancel-fires.one, contradiction-numbers-cancel-fires.other
# seats 2

# With both on, a 3 changes nothing, as if neither were on.

use "base.uno"

game contradiction-numbers-cancel-fires "A pot" extends base
  variable pot: -50 to 50

  rule pay
    when player plays 4
    then next player draws pot

option one "A 3 changes the pot"
  rule costs
    when player plays 3
    then pot -= 1

option other "A 3 puts one into the pot"
  rule earns
    when player plays 3
    then pot += 1
