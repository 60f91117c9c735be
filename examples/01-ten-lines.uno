# Ten lines: one house rule for a game that is there already, and an example that shows what it means.

use "base.uno"

game ten-lines "A small game with one more rule" extends base

option sixes "A 6 is played, and the same player goes on"

  rule six
    when player plays 6
    then over of turn becomes no

scenario "after a 6 it is still ann's turn"
  with sixes
  seats ann, bob
  ann holds red 6, red 1
  discard pile is red 3
  ann plays red 6
  expect turn of ann
  ann plays red 1
  expect match is over
