# expect UNO405 proved: part-said-before-fires.late
# with part-said-before-fires.words
# seats 2

# A word is pointless where the words before it leave it no choice: a three is no star.

use "base.uno"
options for base

option words "Words that say nothing new"

  rule late
    when player plays 3
    if the card is not star
    if number of cards in hand of player is 1 and number of cards in hand of player is less than 2
    then score of player += 3
