# expect no finding of UNO207
# with contradiction-numbers-add-up.one, contradiction-numbers-add-up.other
# seats 2

# Both change the pot, and both changes are there.

use "base.uno"

game contradiction-numbers-add-up "A pot" extends base
  variable pot: -50 to 50

  rule pay
    when player plays 4
    then next player draws pot

option one "A 3 changes the pot"
  rule costs
    when player plays 3
    then pot += 2

option other "A 3 puts one into the pot"
  rule earns
    when player plays 3
    then pot += 1
