# Cards gone through one by one: which, how often, in which order; of a hand, of everybody's hands, of a pile, of a hidden pile.

use "base.uno"

game each-card "Each card" extends base

  variable tally: 0 to 500
  variable last: card or nothing
  variable order: 0 to 100000

  rule hand
    when player plays 1
    then
      for each card in hand of player
        order becomes 10 * order + number of face of it
        last becomes the card

  rule those
    when player plays 2
    then
      for each red card in hand of next player where (its face is 3 to 4)
        move card the card from hand of next player to discard pile
        next player draws 1

  rule everybody
    when player plays 3
    then
      for each player
        for each 1 to 2 in hand of player
          if the card is red
            tally += 10
          otherwise
            tally += 1

  rule piles
    when player plays 4
    then
      for each card in discard pile where (it is not the card)
        tally += 1
      for each blue card in draw pile
        last becomes it

  rule nowhere
    when player plays draw-two
    then
      for each 4 in hand of player
        tally += 100

scenario "in the order of the deck, each copy by itself"
  seats ann, bob
  ann holds exactly red 1, blue 2, red 4, red 4, red 3
  bob holds blue 1
  discard pile is red 2; turn of ann
  ann plays red 1
  expect order is 3442
  expect last is blue 2

scenario "what comes meanwhile is left out"
  seats ann, bob
  ann holds red 2, red 1
  bob holds exactly red 3, red 3, blue 3
  discard pile is red 1; turn of ann
  draw pile is red 4, red 4
  ann plays red 2
  expect bob holds exactly red 4, red 4, blue 3
  expect number of cards in discard pile is 4

scenario "inside each player"
  seats ann, bob
  ann holds exactly red 3, red 1, blue 2
  bob holds exactly blue 1, blue 4
  discard pile is red 2; turn of ann
  ann plays red 3
  expect tally is 12

scenario "in a pile"
  seats ann, bob
  ann holds red 4, red 1
  discard pile is red 2, red 1, blue 3; turn of ann
  draw pile is exactly blue 3, red 3, blue 1, blue 1
  ann plays red 4
  expect last is blue 3
  expect tally is 3

scenario "there is none"
  seats ann, bob
  ann holds exactly red draw-two, red 1
  discard pile is red 2; turn of ann
  ann plays red draw-two
  expect tally is 0
