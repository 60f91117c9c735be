# expect no finding of UNO502
# with race-one-window.slap
# seats 3

use "base.uno"
options for base

option slap "Throw in the same card; the turn stays"

  rule slap
    during turn
    any other player may play a card
    if the card is top card
    then over becomes no
