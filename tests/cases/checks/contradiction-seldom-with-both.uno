# expect no finding of UNO207
# with contradiction-seldom-with-both.on, contradiction-seldom-with-both.not-on-numbers
# seats 2

# A 4 is still played on a 4 of its color.

use "base.uno"
options for base

option on "A 4 only on its own color"

  rule four-on-color
    any player cannot play 4
    if color of the card is not color of top card

option not-on-numbers "A 4 on no other number"

  rule four-on-four
    any player cannot play 4
    if top card is not 4
