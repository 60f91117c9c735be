# expect UNO405 proved: part-word-after-the-event-fires.fours
# with part-word-after-the-event-fires.fours
# seats 2

# Of the cards that the rule is about, none is a 2: that word of the line is never true.

use "base.uno"
options for base

option fours "A red 4, or a 2, costs the next player a card"

  rule fours
    when player plays 4
    if the card is red or the card is 2
    then next player draws 1
