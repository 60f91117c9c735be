use "base.uno"
options for base

scenario "a condition has no manner"
  seats ann, bob
  discard pile is red 1; turn of ann
  expect turn of ann as answer
