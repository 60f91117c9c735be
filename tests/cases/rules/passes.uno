# A situation that is passed on: whoever it comes to hears of it, also where that is the same player again. To begin it, or to
# pass on what is not open, is no such event.

use "base.uno"
options for base

option welcome "Whoever the turn comes to draws a card"
  variable welcomed: 0 to 99

  rule welcomes
    when turn passes
    then welcomed += 1
      player draws 1

option again "A 2 keeps the turn"
  rule keeps
    when player plays 2
    then pass turn to player

option stop "A 3 ends the turn, and passes on what is no more"
  rule stops
    when player plays 3
    then end turn
      pass turn to player
      begin turn on player

scenario "the next player draws"
  with welcome
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 1
  expect welcomed is 1
  expect number of cards in hand of ann is 1
  expect number of cards in hand of bob is 2

scenario "it comes back to the same player"
  with welcome, again
  seats ann, bob
  ann holds red 2, red 1
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 2
  expect turn of ann
  expect welcomed is 2
  expect number of cards in hand of ann is 2
  expect number of cards in hand of bob is 2

scenario "a beginning is no passing"
  with welcome, stop
  seats ann, bob
  ann holds red 3, red 1
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 3
  expect turn of ann
  expect welcomed is 1
