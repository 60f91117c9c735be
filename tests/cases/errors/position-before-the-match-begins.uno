use "base.uno"
options for base

scenario "x"
  seats ann, bob
  ann holds red 1
  the match begins
