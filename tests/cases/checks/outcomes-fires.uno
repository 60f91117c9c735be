# expect UNO203 witnessed: outcomes-fires.jump, outcomes-fires.slap
# with outcomes-fires.jump, outcomes-fires.slap
# seats 3

use "base.uno"
options for base

option jump "Throw in the same card and take over the turn"

  rule jump
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player
      over becomes yes

option slap "Throw in the same card; the turn stays"

  rule slap
    during turn
    any other player may play a card
    if the card is top card
    then over becomes no
