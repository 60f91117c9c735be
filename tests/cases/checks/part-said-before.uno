# expect nothing of UNO405
# with part-said-before.words
# seats 2

# Each of these words still decides something where those before it hold.

use "base.uno"
options for base

option words "Words that narrow what those before them say"

  rule late
    when player plays 3 or red
    if the card is not blue
    if number of cards in hand of player is less than 3 and number of cards in hand of player is 1
    then score of player += 3
