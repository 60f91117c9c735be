# expect UNO401 proved: dead-named-fires.blue-one
# with dead-named-fires.pick
# seats 2

# Only red is ever named, so nobody hears of blue.

use "base.uno"
options for base

option pick "A star is played with a color"

  act play a card
    naming a color

  rule star-and-color
    during turn
    instead of play
    its player may play star naming red
    then over becomes yes

  rule red-one
    when player plays star naming red
    then next player draws 1

  rule blue-one
    when player plays star naming blue
    then player draws 1
