# expect nothing of UNO203
# also UNO304
# with outcomes-named-apart.sides
# seats 2

# A card is said to go left or right: everybody hears which, so these are two moves.

use "base.uno"
options for base

option sides "A star goes to the left or to the right"

  act play a card
    naming a side: left or right

  rule left
    during turn
    instead of play
    its player may play star naming left
    then over becomes yes

  rule right
    during turn
    instead of play
    its player may play star naming right
    then next player draws 1
      over becomes yes
