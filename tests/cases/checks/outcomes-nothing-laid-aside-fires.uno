# expect UNO203 witnessed: base.play, outcomes-nothing-laid-aside-fires.aside
# with outcomes-nothing-laid-aside-fires.aside
# seats 2

# A card that has been played is not in the hand any more, so nobody sees which of the two was meant.

use "base.uno"
options for base

option aside "A star may be laid aside, and costs a card"
  zone side pile, face up

  act play a card
    manners aside

  rule aside
    during turn
    its player may play star as aside
    then move card the card from hand of player to side pile
      over becomes yes
      player draws 1
