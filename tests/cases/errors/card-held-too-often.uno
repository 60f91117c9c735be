use "base.uno"
options for base

scenario "three red ones of two"
  seats ann, bob
  ann holds red 1, red 1, red 1
  discard pile is red 3
  ann plays red 1
  expect turn of bob
