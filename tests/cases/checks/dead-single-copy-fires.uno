# expect UNO401 bounded: dead-single-copy-fires.same-moon
# with
# seats 3

# The deck has one moon. Whoever wants to match it would have to hold it while it lies on the pile.

use "base.uno"

game dead-single-copy-fires "One moon" extends base

  deck in draw pile
    face is moon
    1 of red moon

  rule same-moon
    during turn
    any other player may play red moon
    if the card is top card
    then over becomes yes
