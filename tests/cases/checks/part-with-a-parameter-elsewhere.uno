# expect no finding of UNO405
# with part-with-a-parameter-elsewhere.mood
# seats 2

# Only the greatest value of a parameter of another option, which is off here, makes it as hot as that.

use "base.uno"
options for base

option stove "How hot a 1 makes it"
  requires mood
  parameter degrees "how hot": 1 to 9, default 3

  rule hot
    when player plays 1
    then heat becomes degrees

option mood "What is hot costs"

  variable heat: 0 to 9

  rule four
    when player plays 4
    then
      if heat is 9
        next player draws 1
      otherwise
        note "It is cold"

scenario "it is hot"
  with mood, stove
  set degrees to 9
  seats ann, bob
  ann holds red 1, red 4, red 2
  bob holds red 3, blue 3
  discard pile is red 2; turn of ann
  ann plays red 1
  bob plays red 3
  ann plays red 4
  expect number of cards in hand of bob is 2
