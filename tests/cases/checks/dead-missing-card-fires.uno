# expect UNO401 proved: dead-missing-card-fires.three-costs
# with dead-missing-card-fires.costs, dead-missing-card-fires.few
# seats 2

use "base.uno"
options for base

option few "A deck without 3s"
  deck in draw pile
    remove 3

option costs "A 3 costs its player a card"

  rule three-costs
    when player plays 3
    then player draws 1
