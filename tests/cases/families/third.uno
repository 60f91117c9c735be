# Two options whose rules meet only when a third one is on; one that changes the deck, two that set a parameter, one of them for
# two players only.

use "base.uno"
options for base

option slam "Slam the same card down out of turn"

  act play a card
    manners slam

  rule slam-it
    during turn
    any other player may play a card as slam
    if the card is top card
    then pass turn to player

option cheers "Hands go round after a slam"

  act play a card
    manners slam

  rule cheer
    when player plays a card as slam
    then give every hand to next player

option jeers "A slam costs a card"

  act play a card
    manners slam

  rule jeer
    when player plays a card as slam
    then player draws 1

option fours "A 4 costs a card, and hands go round"

  rule four-costs
    when player plays 4
    then player draws 1

option fewer "No 4 in the deck"

  deck
    remove 4

option short "Two cards each"
  set hand-size to 2

option shorter "One card each, for two"
  seats 2
  set hand-size to 1
