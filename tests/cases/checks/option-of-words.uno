# expect nothing of UNO404
# with option-of-words.dear
# seats 2

# It has no rule that runs, and changes what the cards count.

use "base.uno"
options for base

option dear "A star counts 9"

  rule dear
    points of a card means 9
    instead of base.points
    if the card is star
