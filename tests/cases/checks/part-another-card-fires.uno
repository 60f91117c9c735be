# expect UNO405 proved: part-another-card-fires.low
# with part-another-card-fires.low
# seats 3

# The branch of a 3, in a rule about 1s and 2s.

use "base.uno"
options for base

option low "A 1 or a 2 costs a card"

  rule low
    when player plays 1 or 2
    then
      if the card is 1
        player draws 1
      otherwise if the card is 3
        next player draws 1
      otherwise
        next player draws 2
