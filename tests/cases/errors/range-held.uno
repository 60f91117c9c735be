use "base.uno"
options for base

scenario "a hand is made of cards"
  seats ann, bob
  ann holds red 1 to 3
