# What a game says of a name comes before what the game says that it extends, whatever the games are called.

use "base.uno"
use "middle.uno"

game zz-extends "The last in the alphabet" extends middle

  rule my-points
    points of a card means 1

  variable kind: draw-two or 3

scenario "every card counts 1"
  seats ann, bob
  expect points of red 1 is 1
  expect points of red 4 is 1

scenario "of choices that are named the first is what a variable starts with"
  seats ann, bob
  expect kind is draw-two
