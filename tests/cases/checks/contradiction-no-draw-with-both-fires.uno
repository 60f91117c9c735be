# expect UNO207 proved: contradiction-no-draw-with-both-fires.something-fits, contradiction-no-draw-with-both-fires.nothing-fits
# with contradiction-no-draw-with-both-fires.eager, contradiction-no-draw-with-both-fires.thrifty
# seats 2
# also UNO304

# Each option forbids the draw of some players. Together they forbid it to all, and nobody meant that.

use "base.uno"
options for base

option eager "Whoever can play does not draw"

  rule something-fits
    during turn
    its player cannot draw a number
    if there is a card in hand of player where playable

option thrifty "Whoever has nothing to play passes"

  rule nothing-fits
    during turn
    its player cannot draw a number
    if there is no card in hand of player where playable

  rule passing
    during turn
    its player may pass
    if there is no card in hand of player where playable
    then over becomes yes

  act pass
