# expect UNO405 proved: part-because-of-an-option-fires.lone
# with part-because-of-an-option-fires.lonely, part-because-of-an-option-fires.no-red
# seats 2

# The deck without red cards, which was asked for by name, leaves a word of the other option nothing to do.

use "base.uno"
options for base

option lonely "A red star, or a blue 1, scores"

  rule lone
    when player plays red 1 or blue 1
    then score of player += 1

option no-red "No red cards at this table"

  deck
    remove 1 of red: 1
    remove 1 of red: 1
