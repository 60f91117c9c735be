# expect UNO401 proved: dead-behind-a-branch-fires.sing
# also UNO405
# with dead-behind-a-branch-fires.choir
# seats 4

# The song begins in a branch that is never taken: there are four players at most.

use "base.uno"
options for base

option choir "Five who played a star sing"

  act sing
  variable crowd: players
  situation song on a player

  rule crowd-grows
    when player plays star
    then crowd += player
      if number of players where (they is in crowd) is 5
        begin song on player
      otherwise
        score of player += 1

  rule sing
    during song
    its player must sing
    then end song
