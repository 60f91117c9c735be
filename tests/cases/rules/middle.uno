# A game between two others: see zz-extends.uno.

use "base.uno"

game middle "In the middle" extends base

  rule points
    points of a card means 5

  rule ones
    points of a card means 7
    if the card is 1

scenario "conditions come first within one game"
  seats ann, bob
  expect points of red 1 is 7
  expect points of red 2 is 5
