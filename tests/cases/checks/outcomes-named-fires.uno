# expect UNO203 witnessed: outcomes-named-fires.gift, outcomes-named-fires.star
# also UNO304
# with outcomes-named-fires.sides
# seats 2

# Both let a star be played with red said, and one of them costs the next player a card.

use "base.uno"
options for base

option sides "A star is played with a color"

  act play a card
    naming a color

  rule star
    during turn
    instead of play
    its player may play star naming a color
    then over becomes yes

  rule gift
    during turn
    instead of play
    its player may play star naming red
    then next player draws 1
      over becomes yes
