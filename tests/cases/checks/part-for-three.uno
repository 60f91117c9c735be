# expect nothing of UNO405
# with part-for-three.more
# seats 2

# What only two players leave unused is no mistake of the text.

use "base.uno"
options for base

option more "A star counts more with three players"

  rule star
    when player plays star
    then
      if number of players is at least 3
        score of player += 2
      otherwise
        score of player += 1
