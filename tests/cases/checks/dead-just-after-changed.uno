# expect nothing of UNO401
# with dead-just-after-changed.fours
# seats 2

# Another rule of the same act has changed the top card by then.

use "base.uno"
options for base

option fours "A 4 turns up another card, and a 3 makes the next player draw"

  rule turn-up
    when player plays 4
    before four-on-three
    then move top from draw pile to discard pile
      top card becomes top of discard pile

  rule four-on-three
    when player plays 4
    if top card is 3
    then next player draws 1
