# expect nothing of UNO405
# with part-of-more-players.duel, part-of-more-players.big
# seats 2

# One option is for two or three players, another speaks of four: without the first, four may play.

use "base.uno"
options for base

option duel "Only for two or three"
  seats 2 to 3

  rule duel
    when player plays 1
    then note "A duel"

option big "Large tables"

  rule four
    when player plays 4
    then
      if number of players is at least 4
        next player draws 1
      otherwise
        note "A small table"

scenario "four play"
  with big
  seats ann, bob, cyd, dan
  ann holds red 4, red 1
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 4
  expect number of cards in hand of bob is 2
