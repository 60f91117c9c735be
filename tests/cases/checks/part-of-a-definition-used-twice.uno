# expect UNO405 proved: part-of-a-definition-used-twice.one
# with part-of-a-definition-used-twice.luck
# seats 2

# One rule asks twice whether a card is lucky: of a card that is never there, and of one that seldom is golden.

use "base.uno"
options for base

option luck "Golden cards"
  deck
    face is golden
    1 of red: golden
    400 of each color: 1

  variable omen: card or nothing
  variable luck: 0 to 3

  rule lucky
    a card is lucky means luck is less than 3 and face of the card is golden

  rule one
    when player plays 1 to 4
    then move top from draw pile to hand of player
      if omen is lucky
        player draws 1
      if moved card is lucky
        luck += 1

  rule reward
    when player plays 2
    if luck is more than 0
    then other players draw 1

scenario "a golden card is drawn"
  with luck
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 3, blue 4
  discard pile is red 3; turn of ann
  draw pile is red golden
  ann plays red 1
  expect luck is 1
