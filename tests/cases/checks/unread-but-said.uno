# expect nothing of UNO406
# with unread-but-said.keep
# seats 2

# People are told.

use "base.uno"
options for base

option keep "Stars are counted aloud"

  variable stars: 0 to 9

  rule counts
    when player plays star
    if stars is at most 8
    then stars += 1
      note "A star", stars
