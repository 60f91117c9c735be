# expect UNO405 proved: part-case-fires.worth
# with part-case-fires.worths
# seats 2

# The case of a definition that no card comes to, in each rule that uses it.

use "base.uno"
options for base

option worths "What a card is worth to whom"

  rule worth
    worth of a card means 5 if the card is star and the card is red, 2 if the card is red, otherwise 1

  rule one
    when player plays 1
    then score of player += worth of the card

  rule star
    when player plays star
    then score of player += worth of the card
