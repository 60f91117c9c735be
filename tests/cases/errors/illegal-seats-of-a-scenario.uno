use "base.uno"
options for base

scenario "too many players"
  seats ann, bob, cyd, dan, eve
  ann holds red 1
  ann plays red 1
