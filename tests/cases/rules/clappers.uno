# An act that acts-alike.uno declares as well.

use "base.uno"
options for base

option applause "A 4 is clapped"

  act clap

  rule applause
    when player plays 4
    then next player claps

scenario "nobody hears it here"
  with applause
  seats ann, bob
  ann holds red 4, red 2
  bob holds blue 1, blue 2
  discard pile is red 4; turn of ann
  ann plays red 4
  expect number of cards in hand of bob is 2
