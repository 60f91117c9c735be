# A game that adds cards to the deck it builds on: they are called in the same order of words.

use "base.uno"

game added "New cards" extends base

  deck
    face is gift
    1 of each color: gift

scenario "the new cards are called like the old ones"
  seats ann, bob
  ann holds red gift, red 1
  discard pile is blue 3; turn of ann
  ann plays red gift
  expect top card is red gift
