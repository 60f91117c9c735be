# Lists in the lines of a deck, and cards taken out one by one.

game shapes "Shapes"
  seats 2

  deck in draw pile
    shape is circle, cross, square
    face is 1 to 8, 10, star
    1 of circle: 1 to 5, 7, 8
    2 of cross 1 to 3, cross 5
    1 of square: 1 to 3, star
    3 of star
    2 of each shape: 10

  zone hand of each player, private
  zone draw pile, face down

  situation turn on a player

  act pass

  rule pass
    during turn
    its player may pass

  rule position
    when the position stands
    then begin turn on first of players

  rule match
    when the match begins
    then begin a round

option fewer "One copy less"

  deck
    remove 1 of cross 2, star
    remove 1 of each shape: 10
    remove 1 of square: 1 to 2

option more "A circle 6, twice"

  deck
    2 of circle: 6

option none-of-it "No 10 at all, and one more circle 6 than others put in"

  deck
    1 of circle 6
    remove 10

option two "Two packs"

  deck
    packs 2

scenario "the deck as it is"
  seats ann, bob
  ann holds nothing; bob holds nothing
  expect deck size is 7 + 8 + 4 + 3 + 6
  expect number of circle in draw pile is 9
  expect number of cross 1 to 3 in draw pile is 6
  expect number of square star in draw pile is 1
  expect number of star in draw pile is 4

scenario "one copy less"
  with fewer
  seats ann, bob
  ann holds nothing; bob holds nothing
  expect deck size is 28 - 1 - 1 - 3 - 2
  expect number of cross 2 in draw pile is 1
  expect number of cross 1 in draw pile is 2
  expect number of 10 in draw pile is 3
  expect number of square 1 to 3 in draw pile is 1
  expect number of star in draw pile is 3

scenario "what one puts in and another takes out"
  with fewer, more, none-of-it
  seats ann, bob
  ann holds nothing; bob holds nothing
  expect number of 10 in draw pile is 0
  expect number of circle 6 in draw pile is 3
  expect number of cross 2 in draw pile is 1

scenario "two packs of what is left"
  with fewer, two
  seats ann, bob
  ann holds nothing; bob holds nothing
  expect deck size is 42
  expect number of 10 in draw pile is 6
