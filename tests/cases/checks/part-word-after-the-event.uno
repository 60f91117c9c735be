# expect nothing of UNO405
# with part-word-after-the-event.fours
# seats 2

# Two kinds of cards set it off, and each word is about one of them.

use "base.uno"
options for base

option fours "A red 4, or any 2, costs the next player a card"

  rule fours
    when player plays 4 or 2
    if the card is red or the card is 2
    then next player draws 1
