use "base.uno"

game mixed "Both ways" extends base

option one "One"
  on by default

  rule one
    when player plays 3
    then next player draws 1

option both "One and more"
  brings one

scenario "on and off at once"
  with both
  without one
  seats ann, bob
  ann holds red 3, red 1
  discard pile is red 4; turn of ann
  ann plays red 3
  expect number of cards in hand of ann is 1
