# Cards picked out of a hand by what they are, and cards taken from a row that lies open.

use "base.uno"

game picking "Picking cards" extends base

  zone row, face up

  act take a card from row
    then move card the card from row to hand of player

  rule all-of-a-color
    when player plays 4
    then move all cards where (color of it is color of the card) from hand of player to discard pile

  rule all-of-a-face
    when player plays 3
    then move all draw-two cards from hand of player to draw pile

  rule take
    during turn
    its player may take a card
    then pass turn to next player

scenario "a 4 takes its color along"
  seats ann, bob
  ann holds red 4, red 1, red 1, red draw-two, blue 1
  discard pile is red 3; turn of ann
  ann plays red 4
  expect number of cards in hand of ann is 1
  expect ann holds blue 1
  expect number of cards in discard pile is 5
  expect top of discard pile is red 4

scenario "a 3 sends draw twos away and nothing else"
  seats ann, bob
  ann holds red 3, red draw-two, blue draw-two, blue 1
  discard pile is red 1; turn of ann
  ann plays red 3
  expect number of cards in hand of ann is 1
  expect ann holds blue 1

scenario "a card of the open row is taken, wherever it lies there"
  seats ann, bob
  ann holds red 1
  row is blue 2, blue 3, blue 2
  discard pile is red 3; turn of ann
  expect ann cannot take blue 4
  expect bob cannot take blue 3
  ann takes blue 3
  expect ann holds blue 3
  expect number of cards in row is 2
  expect card 2 of row is blue 2
