use "base.uno"
options for base

scenario "x"
  seats ann, bob
  expect the table is refused
  ann draws 1
