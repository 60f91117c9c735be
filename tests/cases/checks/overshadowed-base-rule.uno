# expect nothing of UNO402
# with overshadowed-base-rule.otherwise
# seats 3

# An option is there to stand instead of a base rule.

use "base.uno"
options for base

option otherwise "Two cards are drawn"

  rule draw-two
    during turn
    its player may draw 2
    then over becomes yes

  rule no-score
    when the round ends
    instead of base.score
    then do nothing
