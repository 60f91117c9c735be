# A game whose words another file uses for something else: what its own lines mean does not change.

use "base.uno"
use "names-of-others.uno"

game plain-words "Words that others use" extends base

  variable chosen: card or nothing

  situation debt on a player
    count: 0 to 9

  rule value
    value of a card means 20 if the card is 4 or draw-two or 3, otherwise 1

  rule first
    when player plays 1
    then begin debt on next player with count 2
      other players draw 1
      chosen becomes red 2

  rule pay
    during debt
    its player must otherwise draw count
    then end debt

  rule chosen-card
    when player plays a card
    if the card is chosen or the card is red draw-two
    then player draws 2

  rule held
    when player plays 3
    if player holds a red card
    then player draws 1

scenario "the words mean what they say here"
  seats ann, bob
  ann holds red 1, red 2, red 3
  bob holds blue 1, blue 2
  discard pile is blue 3; turn of ann
  expect value of red draw-two is 20
  expect value of red 3 is 20
  expect value of red 2 is 1
  ann plays red 1
  expect number of cards in hand of bob is 3
  bob draws 2
  expect number of cards in hand of bob is 5

scenario "the lines of the game mean what they did"
  with names-of-others.shadows
  seats ann, bob
  ann holds red 1, red 2, red 3
  bob holds blue 1, blue 2
  discard pile is blue 3; turn of ann
  expect value of red draw-two is 20
  expect value of red 3 is 20
  expect value of red 2 is 1
  ann plays red 1
  expect number of cards in hand of bob is 3
  expect debt on bob with count 2
  bob draws 2
  expect number of cards in hand of bob is 5

scenario "a card that is called like a variable of the game does not become it"
  with names-of-others.shadows
  seats ann, bob
  ann holds red chosen, red 1, red 2, blue 2
  bob holds blue 1, blue 2
  discard pile is blue 3; turn of ann
  ann plays red 1
  bob draws 2
  bob plays blue 2
  ann plays red 2
  expect number of cards in hand of ann is 4
