# expect nothing of UNO203
# with outcomes-instead.jump, outcomes-instead.slap
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
    instead of jump
    during turn
    any other player may play a card
    if the card is top card
    then over becomes no
