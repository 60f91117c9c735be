# An option that uses words of a game's lines for things of its own. The lines of the game go on to mean what they did.

use "base.uno"
use "plain-words.uno"
options for plain-words

option shadows "Variables, situations, zones, acts and cards called like words of the game"

  variable draw-two: yes or no
  variable other: 0 to 9

  situation red on a player

  act other
  act draw count

  zone pocket of each player, private

  deck
    face is chosen
    1 of each color: chosen

  rule remember
    when player plays 4
    then draw-two becomes yes
      other becomes 5

scenario "the lines of the game mean what they did"
  with shadows
  seats ann, bob
  hand of ann is red 1, red 2, red 3
  hand of bob is blue 1, blue 2
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
  with shadows
  seats ann, bob
  hand of ann is red chosen, red 1, red 2, blue 2
  hand of bob is blue 1, blue 2
  discard pile is blue 3; turn of ann
  ann plays red 1
  bob draws 2
  bob plays blue 2
  ann plays red 2
  expect number of cards in hand of ann is 4

scenario "what the option says of its own words counts for it"
  with shadows
  seats ann, bob
  hand of ann is red 4, red 1, red 2
  discard pile is blue 3; turn of ann
  ann plays red 4
  expect draw-two
  expect other is 5
  expect value of red draw-two is 20
