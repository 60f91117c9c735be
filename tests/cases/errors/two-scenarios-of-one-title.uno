use "base.uno"
options for base

scenario "x"
  seats ann, bob
  ann draws 1

scenario "x"
  bob draws 1
