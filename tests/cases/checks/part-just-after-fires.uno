# expect UNO405 proved: part-just-after-fires.stars
# with part-just-after-fires.stars
# seats 2

# The top card is always the one that was just played.

use "base.uno"
options for base

option stars "A card that does not match makes its player draw"

  rule stars
    when player plays a card
    then
      if top card is not the card
        player draws 1
      otherwise
        next player draws 1
