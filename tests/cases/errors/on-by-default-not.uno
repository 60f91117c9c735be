use "base.uno"
options for base

option one "One"

  rule one
    when player plays 3
    then next player draws 1

scenario "there is nothing to leave out"
  without one
  seats ann, bob
  ann holds red 3, red 1
  discard pile is red 4; turn of ann
  ann plays red 3
  expect number of cards in hand of ann is 1
