# Options that switch others on, over two steps and over pages.

use "base.uno"
options for base

option one "A 1 lets everybody else draw"

  rule one
    when player plays 1
    then other players draw 1

option two "And so does a 2"
  brings one

  rule two
    when player plays 2
    then other players draw 1

option three "And a 3"
  brings two

scenario "what is brought is on"
  with two
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of bob is 2

scenario "what that brings is on as well"
  with three
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of bob is 2

scenario "it does not go the other way"
  with one
  seats ann, bob
  ann holds red 2, red 1
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 2
  expect number of cards in hand of bob is 1
