# Offers with a number of their own: the one that stands instead of the other leaves no choice between the two, while it is there.

use "base.uno"
options for base

option pairs "Two cards are drawn"
  rule two
    during turn
    its player may draw 2
    instead of base.draw
    then pass turn to next player

option sometimes "Three cards are drawn by whoever has one card"
  rule three
    during turn
    its player may draw 3
    instead of base.draw
    if number of cards in hand of player is 1
    then pass turn to next player

scenario "two cards, and not one"
  with pairs
  seats ann, bob
  ann holds red 1
  bob holds blue 1
  discard pile is red 3; turn of ann
  expect ann cannot draw 1
  ann draws 2
  expect number of cards in hand of ann is 3

scenario "where the new offer is not there, the old one is"
  with sometimes
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 3; turn of ann
  expect ann cannot draw 3
  ann draws 1
  expect bob cannot draw 1
  bob draws 3
  expect number of cards in hand of bob is 4
