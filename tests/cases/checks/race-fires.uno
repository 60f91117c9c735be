# expect UNO502 witnessed: base.play, race-fires.jump
# with race-fires.jump
# seats 4
# others stay open

use "base.uno"
options for base

option jump "Throw in the same card and take over the turn"

  rule jump
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player
      over becomes yes
