# expect UNO206 witnessed: double-nothing-open-fires.one, double-nothing-open-fires.other
# also UNO405
# with double-nothing-open-fires.toll
# seats 2

# What the first rule sets is a field of a situation that is not open, so the second rule runs as well.

use "base.uno"
options for base

option toll "A 3 costs two, by two rules"
  situation duel on a player
    count: 0 to 3

  rule one
    when player plays 3
    then next player draws 1
      count of duel becomes 2

  rule other
    when player plays 3
    if count of duel is 0
    then next player draws 1
