use "base.uno"
options for base

scenario "x"
  seats a, the
  expect turn of a
