# expect no finding of UNO207
# with contradiction-with-few-cards.draw, contradiction-with-few-cards.holy
# seats 2

# The ban takes away nearly all moves with the card, not those of whoever holds many cards.

use "base.uno"
options for base

option draw "A 4 makes the next player draw"
  rule four
    when player plays 4
    then (left of player) draws 2

option holy "Fours only for whoever holds many cards"
  rule holy
    any player cannot play 4
    if number of cards in hand of player is less than 14

scenario "both matter"
  with draw, holy
  seats ann, bob
  ann holds red 4, blue 4, 2 * red 1, 2 * red 2, 2 * red 3, 2 * blue 1, 2 * blue 2, 2 * blue 3
  bob holds blue 4, star
  discard pile is red 4; turn of ann
  ann plays red 4
  expect number of cards in hand of bob is 4
