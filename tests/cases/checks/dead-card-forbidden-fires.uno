# expect UNO401 proved: dead-card-forbidden-fires.three-costs
# with dead-card-forbidden-fires.costs, dead-card-forbidden-fires.no-red-threes
# seats 2

use "base.uno"
options for base

option no-red-threes "A red 3 stays in the hand"

  rule no-red-threes
    during turn
    any player cannot play 3
    if the card is red

option costs "A red 3 costs its player a card"

  rule three-costs
    when player plays red 3
    then player draws 1
