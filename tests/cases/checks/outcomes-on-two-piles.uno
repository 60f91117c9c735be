# expect nothing of UNO203
# with outcomes-on-two-piles.two-piles
# seats 2

# One card, two manners, two open piles: everybody sees which of the two was meant.

use "base.uno"
options for base

option two-piles "A 4 may go on a pile of its own"
  zone side pile, face up

  act play a card
    manners aside

  rule aside
    during turn
    its player may play 4 as aside
    if the card is playable
    then move top from discard pile to side pile
      top card becomes top of discard pile
      over becomes yes
