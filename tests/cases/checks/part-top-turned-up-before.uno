# expect nothing of UNO405
# with part-top-turned-up-before.fours
# seats 2

# By then the rule itself has turned up another card.

use "base.uno"
options for base

option fours "A 4 turns up a card, and the same card again makes the next player draw"

  rule four
    when player plays 4
    then move top from draw pile to discard pile
      if top of discard pile is the card then next player draws 1
