# Options that are on unless they are left out, and how they give way.

use "base.uno"

game on-by-default "With habits" extends base

option ones "A 1 lets everybody else draw"
  on by default

  rule ones
    when player plays 1
    then other players draw 1

option ones-for-one "A 1 lets the next player draw two"
  excludes ones

  rule ones-for-one
    when player plays 1
    then next player draws 2

option ones-twice "And whoever plays it draws as well"
  on by default
  requires ones

  rule ones-twice
    when player plays 1
    then player draws 1

option whole-hog "Everything with a 1"
  brings ones-for-one

scenario "what is on by default is on"
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of ann is 2
  expect number of cards in hand of bob is 2

scenario "unless it is left out, with what requires it"
  without ones
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of ann is 1
  expect number of cards in hand of bob is 1

scenario "what it requires stays on without it"
  without ones-twice
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of ann is 1
  expect number of cards in hand of bob is 2

scenario "it gives way to an option that is switched on"
  with ones-for-one
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of ann is 1
  expect number of cards in hand of bob is 3

scenario "also to one that is brought along"
  with whole-hog
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of ann is 1
  expect number of cards in hand of bob is 3

scenario "switching it on as well changes nothing"
  with ones
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect number of cards in hand of ann is 2
  expect number of cards in hand of bob is 2
