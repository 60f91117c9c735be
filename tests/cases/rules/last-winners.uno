# Who won the last round stands in a position, and so does what is not open.

use "official.uno"
options for official

option envy "Whoever won the last hand draws two instead of one"

  rule twice
    when player draws
    if player is in winners
    then move top from draw pile to hand of player

scenario "nobody has won yet"
  with envy
  seats ann, bob
  ann holds red 1
  discard pile is blue 5; turn of ann
  ann draws 1
  expect number of cards in hand of ann is 2

scenario "the winner of the last hand draws two"
  with envy
  seats ann, bob
  ann holds red 1
  discard pile is blue 5; turn of ann
  winners is ann
  expect ann is in winners and bob is not in winners
  ann draws 1
  expect number of cards in hand of ann is 3

scenario "the next hand begins with the winners of the last one"
  with envy
  seats ann, bob, cyd
  dealer is ann
  winners is cyd + bob
  the round begins
  expect cyd is in winners
  expect ann is not in winners

scenario "nobody's turn"
  seats ann, bob
  ann holds red 1
  discard pile is red 5
  turn is not open
  expect turn is not open
  expect ann cannot play anything
