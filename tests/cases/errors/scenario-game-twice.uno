use "base.uno"
options for base

scenario "a game twice"
  game base, base
  seats ann, bob
  ann holds red 1
  ann plays red 1
