# expect no finding of UNO207
# with contradiction-one-more-number.pairs, contradiction-one-more-number.noisy
# seats 2

# One option adds a number that may be drawn, the other says what drawing costs: both hold.

use "base.uno"
options for base

option pairs "Two cards may be drawn"

  rule two
    during turn
    its player may draw 2
    then over becomes yes

option noisy "Whoever draws loses a point"

  rule lose
    when player draws a number
    then score of player += 1
