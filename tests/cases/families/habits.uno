# Two options that are on by default, one of which builds on the other, and one that clashes with both and excludes neither.

use "base.uno"
options for base

option slam "Slam the same card down out of turn"
  on by default

  act play a card
    manners slam

  rule slam-it
    during turn
    any other player may play a card as slam
    if the card is top card
    then pass turn to player

option cheers "Hands go round after a slam"
  on by default
  requires slam

  rule cheer
    when player plays a card as slam
    then give every hand to next player

option jeers "A slam costs a card"

  act play a card
    manners slam

  rule jeer
    when player plays a card as slam
    then player draws 1

option fours "A 4 costs a card, or no slam"
  excludes slam

  rule four-costs
    when player plays 4
    then player draws 1
