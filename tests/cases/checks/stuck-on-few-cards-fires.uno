# expect UNO303 witnessed: base.draw, base.play, stuck-on-few-cards-fires.dry-pile
# also UNO501
# with stuck-on-few-cards-fires.dry
# seats 2

use "base.uno"
options for base

option dry "Nobody draws from an empty pile while both have one card"

  # play with all cards next to never comes here; on a small deck it is one of a few hundred states
  rule dry-pile
    during turn
    its player cannot draw a number
    if draw pile is empty and number of cards in hand of player is 1 and number of cards in hand of left of player is 1
        and face of top card is 4
