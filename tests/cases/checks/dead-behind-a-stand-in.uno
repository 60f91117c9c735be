# expect no finding of UNO401
# with dead-behind-a-stand-in.first
# seats 2

# A star that is waved for a 4: in what follows, the card is the 4.

use "base.uno"
options for base

option first "The first rules"
  act wave a card from hand
  variable n: 0 to 5
  rule echo
    during turn
    its player may wave star standing for top card
    then
      if the card is 4 and n is less than 4 and number of red 4 in hand of player is 2 and number of blue 4 in discard pile is 2
        n += 1
  rule see
    when player draws a number
    if n is 1
    then player draws 1
