# expect nothing of UNO405
# with part-one-of-its-cards.low
# seats 3

# Either of the two cards of the rule has its branch.

use "base.uno"
options for base

option low "A 1 or a 2 costs a card, and a 1 passes the turn on"

  rule low
    when player plays 1 or 2
    then
      if the card is 1
        player draws 1
      otherwise if the card is 2
        next player draws 2
