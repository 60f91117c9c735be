# expect nothing of UNO203
# with outcomes-apart.jump, outcomes-apart.slap
# seats 3

use "base.uno"
options for base

option jump "Throw in the same red card and take over the turn"

  rule jump
    during turn
    any other player may play a red card
    if the card is top card
    then pass turn to player
      over becomes yes

option slap "Throw in the same blue card; the turn stays"

  rule slap
    during turn
    any other player may play a blue card
    if the card is top card
    then over becomes no
