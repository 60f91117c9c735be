# An act that is declared alike is the same act, whichever option or file declares it.

use "base.uno"
use "clappers.uno"
options for base

option claps "A 1 is clapped"

  act clap

  rule clapped
    when player plays 1
    then next player claps

option heard "Clapping costs a card"

  act clap

  act pass

  act say have a nice day a number: 1 to 3

  act do the dare

  rule paid
    when player claps
    then player draws 1

  rule polite
    when player plays 2
    then next player says have a nice day 2

  rule heard-it
    when player says have a nice day 2
    then player draws the number

  rule daring
    when player plays 3
    then next player does the dare

  rule dared
    when player does the dare
    then player draws 1

scenario "two options of one file"
  with claps, heard
  seats ann, bob
  ann holds red 1, red 2, red 3
  bob holds blue 1, blue 2, blue 3
  discard pile is red 4; turn of ann
  ann plays red 1
  expect number of cards in hand of bob is 4

scenario "an option of another file"
  with heard, clappers.applause
  seats ann, bob
  ann holds red 4, red 2, red 3
  bob holds blue 1, blue 2, blue 3
  discard pile is red 4; turn of ann
  ann plays red 4
  expect number of cards in hand of bob is 4

scenario "articles in a verb, and the last of them before what the act is done with"
  with heard
  seats ann, bob
  ann holds red 2, red 3, red 4
  bob holds blue 1, blue 2, blue 3
  discard pile is red 4; turn of ann
  ann plays red 2
  expect number of cards in hand of bob is 5
  bob plays blue 1
  ann plays red 3
  expect number of cards in hand of bob is 5
