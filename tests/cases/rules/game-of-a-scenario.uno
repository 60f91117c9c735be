# A scenario says which game it is about, where that is not the one of its file; several are laid together.

use "base.uno"

game two-draws "A 2 lets the next player draw" extends base
  rule twos-are-drawn
    when player plays 2
    then next player draws 1

scenario "the file's own game"
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 2
  expect number of cards in hand of bob is 2

scenario "a 2 is a number there"
  game base
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 2
  expect number of cards in hand of bob is 1

scenario "laid together they have the rules of both"
  game base, two-draws
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 2
  expect number of cards in hand of bob is 2
