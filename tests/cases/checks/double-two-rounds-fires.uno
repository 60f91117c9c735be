# expect UNO206 witnessed: double-two-rounds-fires.again, double-two-rounds-fires.more
# with double-two-rounds-fires.one
# seats 3
# others stay open

use "base.uno"
options for base

option one "The match goes on"
  rule again
    when the round ends
    instead of one-round
    then
      if there is players where (their score is at least 20)
        end the match won by winners
      otherwise
        begin a round

  rule more
    when the round ends
    after score
    then
      if there is players where (their score is at least 20)
        end the match won by winners
      otherwise
        begin a round
