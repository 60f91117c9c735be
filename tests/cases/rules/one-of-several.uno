# The smaller and the larger of several numbers, and their difference.

use "base.uno"

game one-of-several "The smaller, the larger, the difference" extends base

  variable seen: 0 to 5
  variable low: -3 to 3

  situation debt on a player
    count: 0 to 4

  rule most
    most of a player means the larger of (number of cards in hand of the player, 2)

  rule never-more-than-five
    when player plays 3
    then seen becomes smaller of (seen + 3, 5)
      begin debt on next player with count smaller of (number of cards in hand of player * 3, 4)
      player draws smallest of (seen, most of player,
        2)

  rule far
    when player plays 4
    if the difference of (number of cards in hand of player, number of cards in hand of next player) is 3 or smaller of (9, 2)
    then low becomes larger of (low - 2, -3)
      (next player) draws difference of (low, 1)

scenario "never more than five, and two drawn"
  seats ann, bob
  ann holds red 3, red 1
  bob holds blue 4
  discard pile is red 1; turn of ann
  seen is 4
  expect most of ann is 2
  expect smallest of (4, 3, -5) is -5
  expect largest of (4, 3, -5) is 4
  expect difference of (3, 8) is 5 and difference of (8, 3) is 5
  expect the larger of (smaller of (1, 2), -1) is 1
  ann plays red 3
  expect seen is 5
  expect debt on bob with count 3
  expect number of cards in hand of ann is 3

scenario "three apart"
  seats ann, bob
  ann holds red 4, red 1
  bob holds blue 4, blue 1, blue 2, blue 3
  discard pile is red 1; turn of ann
  ann plays red 4
  expect low is -2
  expect number of cards in hand of bob is 7

scenario "two apart, and never below three"
  seats ann, bob
  ann holds red 4, red 1, blue 1
  bob holds blue 4, blue 1, blue 2, blue 3
  discard pile is red 1; turn of ann
  low is -2
  ann plays red 4
  expect low is -3
  expect number of cards in hand of bob is 8

scenario "four apart: nothing"
  seats ann, bob
  ann holds red 4, red 1
  bob holds blue 4, blue 1, blue 2, blue 3, blue draw-two
  discard pile is red 1; turn of ann
  ann plays red 4
  expect low is 0
