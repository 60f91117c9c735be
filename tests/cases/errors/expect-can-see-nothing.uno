use "base.uno"
options for base

scenario "x"
  seats ann, bob
  ann draws 1
  expect ann can see red 1
  expect ann can see the weather
