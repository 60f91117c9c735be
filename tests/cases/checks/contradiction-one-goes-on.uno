# expect no finding of UNO207
# with contradiction-one-goes-on.on-and-on, contradiction-one-goes-on.loud
# seats 3

# One option lets a player go on after drawing, the other counts what was drawn: both hold.

use "base.uno"
options for base

option on-and-on "Drawing is no turn while fewer than six cards are held"

  rule draw-on
    during turn
    its player may draw 1
    if number of cards in hand of player is less than 6
    instead of base.draw
    then do nothing

option loud "Drawing costs"

  rule costs
    when player draws a number
    then score of player += 1
