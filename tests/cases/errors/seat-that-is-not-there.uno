use "base.uno"
options for base

scenario "x"
  seats ann, bob
  cyd holds red 1
  expect turn of dan
