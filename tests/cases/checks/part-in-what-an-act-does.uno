# expect nothing of UNO405
# with part-in-what-an-act-does.pay
# seats 2

# Of the two cases of the price, the rule reads one only, and an act reads the other.

use "base.uno"
options for base

option pay "A 4 heats, and what is hot costs"

  variable heat: 0 to 9

  rule price
    price of a card means 5 if the card is 4, otherwise 1

  act pay
    then heat becomes price of top card

  rule four
    when player plays 4
    then player pays

  rule three
    when player plays 3
    then next player draws price of the card

  rule two
    when player plays 2
    if heat is 5
    then next player draws 1

scenario "heat five"
  with pay
  seats ann, bob
  ann holds red 4, red 1, red 2
  bob holds blue 1, blue 3
  discard pile is red 3; turn of ann
  ann plays red 4
  expect heat is 5
