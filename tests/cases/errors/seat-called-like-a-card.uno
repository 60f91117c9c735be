use "base.uno"
options for base

scenario "x"
  seats red, bob
  expect turn of bob
