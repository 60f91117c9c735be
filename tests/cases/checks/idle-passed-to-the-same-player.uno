# expect no finding of UNO403
# with idle-passed-to-the-same-player.again, idle-passed-to-the-same-player.counting
# seats 2

# The turn stays where it is, and passes all the same: a rule that runs late in a match reacts to it.

use "base.uno"
options for base

option again "A star gives the turn to whoever has it"

  rule again
    when player plays star
    then pass turn to player of turn

option counting "Whoever gets the turn again may draw"

  variable many: 0 to 40

  rule counts
    when player plays 1
    then many += 1

  rule draws
    when turn passes
    if top card is star and many is 14 and number of cards in hand of player is 3 and over of turn is yes
    then player draws 1

scenario "the turn passes to the same player"
  with again, counting
  seats ann, bob
  ann holds star, red 1, red 2, red 3
  bob holds blue 1
  many is 14
  discard pile is red 4; turn of ann
  ann plays star
  expect number of cards in hand of ann is 4
