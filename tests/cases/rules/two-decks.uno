# Decks that lie in zones of their own.

use "base.uno"

game two-decks "Two decks" extends base

  zone launcher, face down
  zone spent, face up
  zone yard, face down

  variable hits: 0 to 10, kept

  deck
    face is 5
    1 of each color: 5

  deck in launcher
    face is shot, blank
    2 of shot
    3 of blank
    packs 2
    remove 1 of blank

  deck in yard
    face is brick
    3 of brick, red 1
    1 of each color: 4

  rule fire
    when player plays 4
    then
      move top 1 from launcher to spent
      if moved card is shot then hits += 1

  rule all-in
    when player plays 3
    then gather into draw pile

  rule anew
    when player plays 2
    then begin a round

option more "More blanks, no bricks"

  deck in launcher
    2 of blank

  deck in yard
    remove brick

option without-fives "No 5, and no red 1 but those of the yard"

  deck
    remove 5, red 1

scenario "each deck lies in its zone"
  seats ann, bob
  ann holds nothing; bob holds nothing
  expect deck size is 18 + 2 + 8 + 8
  expect number of cards in draw pile is 20
  expect number of shot in launcher is 4 and number of blank in launcher is 4
  expect number of cards in yard is 8
  expect number of red 1 in yard is 3 and number of red 1 in draw pile is 2
  expect number of 4 in yard is 2 and number of 4 in draw pile is 4

scenario "what is drawn from another deck is said like what is drawn from the pile"
  seats ann, bob
  ann holds red 4, red 1
  bob holds blue 4, blue 1
  launcher is shot, blank
  draw pile is red 5
  discard pile is red 3; turn of ann
  ann plays red 4
  expect hits is 1
  expect number of cards in launcher is 7
  bob plays blue 4
  expect hits is 1
  expect top of spent is blank
  ann draws 1
  expect ann holds red 5

scenario "an empty launcher"
  seats ann, bob
  ann holds red 4, red 1
  launcher is exactly nothing
  discard pile is red 3; turn of ann
  ann plays red 4
  expect hits is 0
  expect launcher is empty

scenario "gathered into one pile, and home again when a round begins"
  seats ann, bob
  ann holds red 3, red 2, red 1
  bob holds blue 4, blue 2, blue 1
  spent is shot, blank, brick
  discard pile is red 3; turn of ann
  expect number of shot in launcher is 3
  expect number of brick in yard is 2
  ann plays red 3
  expect launcher is empty and yard is empty and number of cards in draw pile is 36
  the round begins
  expect number of cards in yard is 8 and number of cards in launcher is 8
  expect number of cards in draw pile is 20

scenario "decks of options"
  with more, without-fives
  seats ann, bob
  ann holds nothing; bob holds nothing
  expect number of blank in launcher is 8
  expect number of cards in yard is 5
  expect number of cards in draw pile is 16
  expect number of red 1 in yard is 3
  expect number of shot in launcher is 4
