# expect UNO306 witnessed: match-back-to-nothing-fires.over
# with match-back-to-nothing-fires.afresh
# seats 2

# The scores are cleared after each round, before anybody looks at them.

use "base.uno"
options for base

option afresh
  without base.one-round

  rule back-to-nothing
    when the round ends
    after score
    before over
    then
      for each player
        score of player becomes 0

  rule over
    when the round ends
    after score
    then
      if there is players where (their score is at least 50)
        end the match won by winners
      otherwise
        begin a round
