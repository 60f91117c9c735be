# expect UNO304 witnessed: trap-hands-swapped-fires.flash
# with trap-hands-swapped-fires.flash
# seats 2

use "base.uno"
options for base

option flash "Hands are swapped, and then the card goes down, if it is still there"
  without base.play, base.draw
  act flash a card from hand
    then swap hand of player with hand of next player
      move card the card from hand of player to discard pile
  rule flash
    during turn
    its player may flash a card
    then over becomes yes
