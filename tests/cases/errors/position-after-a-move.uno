use "base.uno"
options for base

scenario "too late"
  seats ann, bob
  ann holds red 1
  ann plays red 1
  bob holds red 2
