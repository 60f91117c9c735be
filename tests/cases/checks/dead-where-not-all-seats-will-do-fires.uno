# expect UNO401 proved: dead-where-not-all-seats-will-do-fires.never
# with dead-where-not-all-seats-will-do-fires.few
# seats 2

# The game is for two to four, and with this option there is no table for four.

use "base.uno"
options for base

option few "A rule about a card that is not there"
  needs seats is less than 4 "this is for two or three"

  rule never
    when player plays 4
    if the card is 3
    then score of player += 1
