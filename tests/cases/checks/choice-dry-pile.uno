# expect no finding of UNO305
# with choice-dry-pile.dry
# seats 2

# Cards are only drawn while there are any, they never come back, and whoever draws the last one ends the round.

use "base.uno"
options for base

option dry "The round ends with the draw pile"
  without base.draw

  act take

  rule take
    during turn
    its player may take
    if draw pile is not empty
    then move top 1 from draw pile to hand of player
      over becomes yes

  rule dry
    when the table settles
    before going-out
    if draw pile is empty
    then end the round
