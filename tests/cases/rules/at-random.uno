# What comes at random beside cards: numbers, colors, players.

use "base.uno"

game at-random "At random" extends base

  variable roll: 0 to 20
  variable below: -3 to 3
  variable victim: player or nothing
  variable chosen: players
  variable lucky color: color or nothing
  variable lucky face: face or nothing
  variable flag: yes or no
  variable side: left or right

  situation device on a player
    count: 0 to 9

  rule die
    when player plays 1
    then roll becomes a random one of 1 to 6
      next player draws smaller of (roll, 2)

  rule color
    when player plays 2
    then lucky color becomes a random color
      flag becomes a random one of (yes, no)
      side becomes a random one of (left, right)
      below becomes a random one of (-3, 0, 3)

  rule player
    when player plays 3
    then victim becomes a random one of players where (number of cards in their hand is at least 2)
      chosen becomes a random opponent
      begin device on victim with count 1
      count of device becomes a random one of (roll, 7, number of cards in hand of player)

  rule whoever
    when player plays 4
    then pass turn to player
      player of turn becomes a random player
      victim becomes a random one of (player, next player)

  rule nobody
    when player draws
    then victim becomes a random one of players where (number of cards in their hand is at least 9)
      lucky face becomes a random one of (2, draw-two)

scenario "a die shows what is said"
  seats ann, bob, cyd
  ann holds red 1, red 2
  bob holds blue 1, blue 2
  discard pile is red 4; turn of ann
  chance is 1
  ann plays red 1
  expect roll is 1
  expect number of cards in hand of bob is 3

scenario "a die shows anything from 1 to 6"
  seats ann, bob, cyd
  ann holds red 1, red 2
  discard pile is red 4; turn of ann
  ann plays red 1
  expect roll is 1 to 6

scenario "colors, choices, numbers below 0"
  seats ann, bob
  ann holds red 2, red 1
  discard pile is red 4; turn of ann
  chance is blue, yes, right, -3
  ann plays red 2
  expect lucky color is blue and flag and side is right and below is -3

scenario "players of a set, and values that are worked out"
  seats ann, bob, cyd
  ann holds red 3, red 1
  bob holds blue 1, blue 2
  cyd holds blue 3, red 2, blue 4
  discard pile is red 4; turn of ann
  chance is bob, cyd
  chance is 2
  ann plays red 3
  expect victim is bob and chosen is cyd
  expect device on bob with count 1

scenario "any player has the turn"
  seats ann, bob, cyd
  ann holds red 4, red 1
  discard pile is red 2; turn of ann
  chance is cyd, bob
  ann plays red 4
  expect turn of cyd
  expect victim is bob

scenario "of nobody nobody comes"
  seats ann, bob
  ann holds red 4, red 1
  bob holds red 2
  discard pile is red 2; turn of ann
  victim is bob; chance is draw-two
  ann draws 1
  expect victim is bob
  expect lucky face is draw-two
