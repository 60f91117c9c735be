# expect UNO207 proved: contradiction-never-with-both-fires.four-on-color, contradiction-never-with-both-fires.four-off-color
# with contradiction-never-with-both-fires.on, contradiction-never-with-both-fires.off
# seats 2

# Each rule leaves a 4 possible somewhere, and both together never do.

use "base.uno"
options for base

option on "A 4 only on its own color"

  rule four-on-color
    any player cannot play 4
    if color of the card is not color of top card

option off "A 4 only on another color"

  rule four-off-color
    any player cannot play 4
    if color of the card is color of top card
