# expect nothing of UNO202
# with forbid-made-to-draw.costs, forbid-made-to-draw.plays
# seats 2

# Nobody draws by choice who could play; a card drawn as a penalty is no choice.

use "base.uno"
options for base

option costs "A 1 costs its player a card"

  rule one
    when player plays 1
    then player draws 1

option plays "Whoever can play does not draw"

  rule must-play
    during turn
    its player cannot draw a number
    if there is a card in hand of player where playable
