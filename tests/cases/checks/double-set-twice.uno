# expect nothing of UNO206
# with double-set-twice.one, double-set-twice.other
# seats 3

# To set a value twice is to set it once.

use "base.uno"
options for base

option one "A 3 sets the score to 5"

  rule three-sets
    when player plays 3
    then score of player becomes 5

option other "A red card sets the score to 5"

  rule red-sets
    when player plays a red card
    then score of player becomes 5
