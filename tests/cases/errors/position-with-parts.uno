use "base.uno"
options for base

scenario "x"
  seats ann, bob
  ann holds red 1 with count 3 by draw
  bob is absent, ann
  turn of ann, bob
  expect turn of ann
