use "base.uno"
options for base

scenario "a game unknown"
  game bass
  seats ann, bob
  ann holds red 1
  ann plays red 1
