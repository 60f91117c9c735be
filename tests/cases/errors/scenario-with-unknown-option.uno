use "base.uno"
options for base

scenario "an option that is not there"
  with jumpin
  seats ann, bob
  ann holds red 1
  ann plays red 1
