use "base.uno"
options for base

scenario "x"
  seats ann, bob
  ann holds red 1
  ann holds red 2
  expect turn of ann
