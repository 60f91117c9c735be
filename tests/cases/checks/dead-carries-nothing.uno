# expect no finding of UNO401
# with dead-carries-nothing.first
# seats 2

# A card is waved that is nothing. It takes rare cards to see it.

use "base.uno"
options for base

option first "The first rules"
  act wave a card
  variable below: card or nothing
  rule w
    when player plays star
    then player waves below
  rule hear
    when player waves a card
    if the card is nothing and number of star in discard pile is 2 and number of red 4 in hand of player is 2 and number of blue 4 in hand of next player is 2
    then player draws 1
