# expect UNO207 witnessed: contradiction-base-said-again-fires.draw-on, contradiction-base-said-again-fires.draw-ends
# with contradiction-base-said-again-fires.on-and-on, contradiction-base-said-again-fires.once
# seats 3

# One option lets a player go on after drawing; the other says again what the game says, that drawing is the turn.

use "base.uno"
options for base

option on-and-on "Drawing is no turn while fewer than six cards are held"

  rule draw-on
    during turn
    its player may draw 1
    if number of cards in hand of player is less than 6
    instead of base.draw
    then do nothing

option once "Drawing is a turn"

  rule draw-ends
    when player draws a number
    if turn on player
    then over of turn becomes yes
