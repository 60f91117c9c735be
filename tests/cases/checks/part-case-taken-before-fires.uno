# expect UNO405 proved: part-case-taken-before-fires.worth
# with part-case-taken-before-fires.mine
# seats 2

# A case that those before it leave nothing to.

use "base.uno"
options for base

option mine "Stars are dear"

  rule worth
    points of a card means 20 if the card is star or 4, 10 if the card is red 4, 5 if the card is red 3, otherwise 1
    if the card is not blue
