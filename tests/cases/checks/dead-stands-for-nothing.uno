# expect no finding of UNO401
# with dead-stands-for-nothing.first
# seats 2

# A star is played for a card that is not there. It takes rare cards to see it.

use "base.uno"
options for base

option first "The first rules"
  act play a card
    manners echo
  variable below: card or nothing
  rule echo
    during turn
    its player may play star as echo standing for below
    then over becomes yes
  rule hear
    when player plays a card as echo
    if the card is nothing and number of star in discard pile is 2 and number of red 4 in hand of player is 2 and number of blue 4 in hand of next player is 2
    then player draws 1
