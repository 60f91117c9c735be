use "base.uno"

game crowd "For more" extends base

option many "Only for three or more"
  on by default
  seats 3 to 4

  rule many
    when player plays 3
    then other players draw 1

scenario "two are too few"
  seats ann, bob
  ann holds red 3, red 1
  discard pile is red 4; turn of ann
  ann plays red 3
  expect number of cards in hand of ann is 1
