# expect UNO201 witnessed: order-fires.draws, order-fires.pass-hands
# with order-fires.pays, order-fires.swaps
# seats 3

use "base.uno"
options for base

option swaps "A 1 passes all hands on"

  rule pass-hands
    when player plays 1
    then give every hand to next player

option pays "A 1 costs a card"

  rule draws
    when player plays 1
    then player draws 1
