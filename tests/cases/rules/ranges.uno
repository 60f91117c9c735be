# Ranges where a card, a value, or a number stands.

use "base.uno"

game ranges "Ranges" extends base

  deck
    face is 8, 9
    1 of each color: 8 to 9

  variable seen: 0 to 100

  zone row, face up

  rule low
    a card is low means the card is 1 to 3 or 9

  rule red-middle
    when player plays red 2 to 3
    then seen += 1

  rule face
    when player plays a card
    if its face is 2 to 4
        and number of cards in hand of player is 0 to 2
    then seen += 10

  rule nobody-goes-high
    any player cannot play an 8 to 9 card
    if player holds 1 to 4

  rule low-ones-go
    when player plays 4
    then move all 1 to 2 cards from hand of player to draw pile

scenario "a card of a range, a value of a range, a number of a range"
  seats ann, bob
  ann holds red 2, blue 3, red 4, blue 9, red draw-two
  bob holds blue 4, blue 2
  discard pile is red 1; turn of ann
  expect ann holds 1 to 3
  expect not (ann holds red 3 to 4 and bob holds 8 to 9)
  expect number of 2 to 4 in hand of ann is 3
  expect number of red 2 to 4 cards in hand of ann is 2
  expect red 2 is low and blue 9 is low and not (red 4 is low or red 8 is low or red draw-two is low)
  expect number of face of red 4 is 3 to 4
  expect seen is 0 to 1
  expect not (seen is 1 to 5)
  expect ann cannot play 8 to 9
  expect ann can play 2 to 4
  ann plays red 2
  expect seen is 1

scenario "few cards left"
  seats ann, bob
  ann holds red 3, blue draw-two
  discard pile is red 1; turn of ann
  ann plays red 3
  expect seen is 11

scenario "the low ones go along"
  seats ann, bob
  ann holds red 4, red 1, blue 2, blue 3
  discard pile is red 1; turn of ann
  ann plays red 4
  expect number of cards in hand of ann is 1
  expect ann holds blue 3
  expect seen is 0
