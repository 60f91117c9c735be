# expect nothing of UNO204
# with replacements-switched-off.first, replacements-switched-off.second
# seats 2

# Whichever of the two runs says that the turn goes on, and that is what the other asks for.

use "base.uno"
options for base

option first "The first rules"
  rule s1
    when the table settles
    instead of next-turn
    if over of turn is yes and number of cards in hand of left of player of turn is 2
    then over of turn becomes no
option second "The second rules"
  rule s2
    when the table settles
    instead of next-turn
    if over of turn is yes and number of cards in hand of right of player of turn is 1
    then over of turn becomes no
