# What our family adds. Each rule has a scenario, so that nobody has to remember how it was meant.
use "kitchen.uno"
options for kitchen

option fives "A 5 makes the next player draw"

  rule five
    when player plays 5
    then next player draws 1

option sevens "A 7 makes its player draw, unless it was the last card"

  rule seven
    when player plays 7
    if number of cards in hand of player is more than 0
    then player draws 1

scenario "a five costs the next player a card"
  with fives
  seats ann, bob, cyd
  ann holds red 5, blue 1
  bob holds red 1, red 2
  discard pile is red 3
  ann plays red 5
  expect number of cards in hand of bob is 3
  expect turn of bob

scenario "a seven costs its player a card"
  with sevens
  seats ann, bob
  ann holds red 7, blue 1
  discard pile is red 3
  ann plays red 7
  expect number of cards in hand of ann is 2
