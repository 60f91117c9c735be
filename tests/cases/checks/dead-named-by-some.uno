# expect nothing of UNO401
# also UNO304
# with dead-named-by-some.pick
# seats 2

# With blue nothing ever comes of it, with red it does: the rule happens.

use "base.uno"
options for base

option pick "A star is played with a color"

  act play a card
    naming a color

  rule star-and-color
    during turn
    instead of play
    its player may play star naming a color
    then over becomes yes

  rule said
    when player plays a card naming a color
    if the color is red
    then next player draws 1
