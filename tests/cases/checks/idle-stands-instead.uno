# expect nothing of UNO403
# with idle-stands-instead.costs, idle-stands-instead.mercy
# seats 2

# To do nothing instead of something is something.

use "base.uno"
options for base

option costs "A card costs a point"

  rule costs
    when player plays a card
    then score of player += 1

option mercy "But a star does not"

  rule mercy
    when player plays star
    instead of costs
    then do nothing
