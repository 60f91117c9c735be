# An option that uses words of another file for things of its own: see plain-words.uno.

use "base.uno"
options for base

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

scenario "what the option says of its own words counts for it"
  with shadows
  seats ann, bob
  hand of ann is red 4, red 1, red 2
  discard pile is blue 3; turn of ann
  ann plays red 4
  expect draw-two
  expect other is 5
