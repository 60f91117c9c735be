# expect nothing of UNO401
# with dead-behind-a-branch-taken.choir
# seats 2

# A condition in the middle of effects is about what the effects before it have left: here the second of two players.

use "base.uno"
options for base

option choir "Two who played a star sing"

  act sing
  variable crowd: players
  situation song on a player

  rule crowd-grows
    when player plays star
    if number of players where (they is in crowd) is at most 1
    then crowd += player
      if number of players where (they is in crowd) is 2
        begin song on player

  rule sing
    during song
    its player must sing
    then end song
