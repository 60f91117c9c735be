use "base.uno"
options for base

scenario "x"
  seats ann, bob
  ann holds red 1, red 2; discard pile is red 3; turn of ann
  ann plays red 1, red 2
