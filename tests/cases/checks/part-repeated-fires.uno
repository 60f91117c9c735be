# expect UNO405 proved: part-repeated-fires.late
# with part-repeated-fires.words
# seats 2

# A word is pointless where the words before it leave it no choice: a red three is a three, and no star.

use "base.uno"
options for base

option words "Words that say nothing new"

  rule late
    when player plays 3 or red 3
    then score of player += 3
