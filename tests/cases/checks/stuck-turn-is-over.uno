# expect nothing of UNO303
# also UNO401
# with stuck-turn-is-over.tired
# seats 2

# Nobody does anything once the turn is over, and the turn is never over when the table waits for its player.

use "base.uno"
options for base

option tired "Who has moved does not move again"

  rule tired
    during turn
    its player cannot play a card
    if over is yes

  rule too-tired
    during turn
    its player cannot draw
    if over is yes
