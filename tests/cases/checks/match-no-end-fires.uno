# expect UNO306 witnessed:
# with match-no-end-fires.again
# seats 2

# Nothing ends the match at all: a warning.

use "base.uno"
options for base

option again "Round after round"
  without base.one-round

  rule again
    when the round ends
    after score
    then begin a round
