# expect UNO306 witnessed: base.one-round, match-begins-again-fires.again
# with match-begins-again-fires.again
# seats 2

# The match ends with its round, and in the same breath another round begins.

use "base.uno"
options for base

option again "Another round"

  rule again
    when the round ends
    after one-round
    then begin a round
