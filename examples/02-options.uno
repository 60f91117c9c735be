# Options: rules that a table switches on or off, and how they speak of the rules of the game.

use "base.uno"
game house "A small game with house rules" extends base

# A trigger: something happens by itself.
option fives "A 5 makes everyone else draw"

  rule five
    when player plays 5
    then other players draw 1

# A trigger whose order matters: who draws is settled before the turn moves on.
option sevens "A 7 passes over the next player"

  rule seven "The next player misses a turn"
    when player plays 7
    after five
    then pass turn to next player

# A ban: a move is taken away while a condition holds.
option no-seven-ending "The last card is no 7"
  requires sevens

  rule no-seven-ending
    any player cannot play 7
    if number of cards in hand of player is 1

# A definition that stands instead of another: only the color counts.
option strict "Only the color counts"
  excludes loose

  rule strict-playable
    instead of playable
    a card is playable means color of the card is color of top card

# The same, the other way: neighboring numbers match as well.
option loose "One up or one down matches too"

  rule loose-playable
    instead of playable
    a card is playable means color of the card is color of top card or face of the card is face of top card
        or number of face of the card - number of face of top card is 1 or number of face of top card - number of face of the card is 1

# A rule of the game is taken away, and another one is there.
option draw-two "Whoever draws, draws two"
  without draw

  rule draw-two
    during turn
    its player may draw 2
    then over becomes yes

scenario "the others draw"
  with fives
  seats ann, bob, cyd
  ann holds red 5, red 1
  bob holds red 2
  cyd holds red 3
  discard pile is red 4
  ann plays red 5
  expect number of cards in hand of bob is 2
  expect number of cards in hand of cyd is 2
  expect number of cards in hand of ann is 1

scenario "a 7 passes one player over"
  with sevens
  seats ann, bob, cyd
  ann holds red 7, red 1
  discard pile is red 4
  ann plays red 7
  expect turn of cyd

scenario "a 7 is no last card"
  with sevens, no-seven-ending
  seats ann, bob
  ann holds red 7
  discard pile is red 4
  expect ann cannot play red 7
  expect ann can draw

scenario "only the color counts"
  with strict
  seats ann, bob
  ann holds red 7, blue 4
  discard pile is red 4
  expect ann can play red 7
  expect ann cannot play blue 4

scenario "one up or one down"
  with loose
  seats ann, bob
  ann holds blue 5, green 3, blue 6
  discard pile is red 4
  expect ann can play blue 5
  expect ann can play green 3
  expect ann cannot play blue 6

scenario "two are drawn"
  with draw-two
  seats ann, bob
  ann holds blue 5
  discard pile is red 4
  expect ann cannot draw 1
  ann draws 2
  expect number of cards in hand of ann is 3
