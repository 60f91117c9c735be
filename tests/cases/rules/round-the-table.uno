# Going through players to the left and to the right.

use "base.uno"

game round-the-table "Round the table" extends base

  variable direction: clockwise or counterclockwise
  variable order: 0 to 100000
  variable mark of each player: 0 to 9

  rule with-the-play
    when player plays 1
    then
      for each player from left of player to the right if direction is counterclockwise
        order becomes order * 10 + mark of player

  rule to-the-right
    when player plays 2
    then
      for each player in other players from player to the right
        order becomes order * 10 + mark of player

  rule to-the-left-if
    when player plays 3
    then
      for each player to the left if direction is clockwise
        order becomes order * 10 + mark of player
        direction becomes clockwise

  rule to-the-left
    when player plays 4
    then
      for each player in players to the left
        order becomes order * 10 + mark of player

scenario "with the direction of play"
  seats ann, bob, cyd, dan
  ann holds red 1, red 4
  discard pile is blue 3; turn of ann
  mark of ann is 1; mark of bob is 2; mark of cyd is 3; mark of dan is 4
  ann plays red 1
  expect order is 2341

scenario "against it"
  seats ann, bob, cyd, dan
  ann holds red 1, red 4
  discard pile is blue 3; turn of ann
  mark of ann is 1; mark of bob is 2; mark of cyd is 3; mark of dan is 4
  direction is counterclockwise
  ann plays red 1
  expect order is 2143

scenario "always to the right"
  seats ann, bob, cyd, dan
  bob holds red 2, red 4
  discard pile is blue 3; turn of bob
  mark of ann is 1; mark of bob is 2; mark of cyd is 3; mark of dan is 4
  bob plays red 2
  expect order is 143

scenario "which way is looked up once"
  seats ann, bob, cyd, dan
  ann holds red 3, red 4
  discard pile is blue 3; turn of ann
  mark of ann is 1; mark of bob is 2; mark of cyd is 3; mark of dan is 4
  direction is counterclockwise
  ann plays red 3
  expect order is 1432
  expect direction is clockwise

scenario "from the first seat on"
  seats ann, bob, cyd, dan
  ann holds red 4, red 1
  discard pile is blue 3; turn of ann
  mark of ann is 1; mark of bob is 2; mark of cyd is 3; mark of dan is 4
  ann plays red 4
  expect order is 1234
