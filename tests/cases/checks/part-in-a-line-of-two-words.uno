# expect nothing of UNO405
# with part-in-a-line-of-two-words.star-color
# seats 2

# A star and a 4 may be played on a 1: the second line makes a difference.

use "base.uno"
options for base

option star-color "On a 1 only its color, a star, or a 4"

  rule star-color
    any player cannot play a card
    if top card is 1 and color of the card is not color of top card
    if the card is not star and the card is not 4
