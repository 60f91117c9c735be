# expect no finding of UNO304
# with trap-with-a-way-out.greed
# seats 2

# Like the case that fires, but for the cards that may be the last.

use "base.uno"
options for base

option greed "The last card stays in the hand, unless it is a star"

  rule keep-one
    any player cannot play a red card
    if number of cards in hand of player is 1

  rule keep-blue
    any player cannot play a blue card
    if number of cards in hand of player is 1
