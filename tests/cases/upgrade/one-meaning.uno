use "base.uno"
options for base

option old "Lines of an older version"

  rule five
    when player plays 3
    then any player draws + 1
      pass turn to one of players  # whoever sits first

  rule others
    when player plays 4
    if number of players is 2
    then another player draws 1; player draws a card

  rule both-or-one
    at any time
    when player plays 1
    if number of players is 2 and top card is red or top card is blue
    then other players draw 1

scenario "as before"
  with old
  seats ann, bob
  ann holds red 3, red 1
  bob holds blue 1, blue 2
  discard pile is red 2; turn of ann
  ann plays red 3
  expect turn of one of players
  expect number of cards in hand of ann is 2
  expect number of cards in hand of bob is 3
