# expect UNO402 proved: base.draw, overshadowed-by-bans-of-two-options-fires.nothing-fits, overshadowed-by-bans-of-two-options-fires.something-fits
# with overshadowed-by-bans-of-two-options-fires.eager, overshadowed-by-bans-of-two-options-fires.thrifty
# seats 2
# also UNO304

# Each option forbids the draw of some players. Together they forbid it to all, and nobody meant that. What is due is still drawn.

use "base.uno"
options for base

option eager "Whoever can play does not draw, and a star costs a card"

  situation due on a player

  rule something-fits
    during turn
    its player cannot draw a number
    if there is a card in hand of player where playable

  rule star
    when player plays star
    then begin due on next player

  rule pay
    during due
    its player must draw 1
    then end due

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
