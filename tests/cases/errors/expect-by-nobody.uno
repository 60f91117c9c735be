use "base.uno"
options for base

scenario "who offers that"
  seats ann, bob
  discard pile is red 1; turn of ann
  expect ann can draw 1 by drwa
