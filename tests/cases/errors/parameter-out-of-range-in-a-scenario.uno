use "base.uno"
options for base

scenario "x"
  seats ann, bob
  set hand-size to 99
  ann draws 1
