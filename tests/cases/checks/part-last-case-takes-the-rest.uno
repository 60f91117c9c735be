# expect nothing of UNO405
# with part-last-case-takes-the-rest.mine
# seats 2

# The last of the cases takes all that is left: that is no dead part.

use "base.uno"
options for base

option mine "Stars are dear"

  rule worth
    points of a card means 20 if the card is star, 10 if the card is red, 5 if the card is blue, otherwise 1
    if the card is not 4

  rule three
    when player plays 3
    then
      if the card is red
        player draws 1
      otherwise if the card is blue
        player draws 2
