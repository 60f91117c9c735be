# expect UNO306 witnessed: match-capped-fires.over
# with match-capped-fires.long, match-capped-fires.capped
# seats 2

# Scores stop at 20, and the match goes to 50.

use "base.uno"
options for base

option long "The match goes to 50"
  without base.one-round

  rule over
    when the round ends
    after score
    then
      if there is players where (their score is at least 50)
        end the match won by winners
      otherwise
        begin a round

option capped "Scores stop at 20"
  requires long

  rule cap
    when the round ends
    after score
    before over
    then
      for each player in players where (their score is more than 20)
        score of player becomes 20
