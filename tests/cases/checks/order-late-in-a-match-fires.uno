# expect UNO201 witnessed: order-late-in-a-match-fires.bonus, order-late-in-a-match-fires.until
# also UNO306
# with order-late-in-a-match-fires.long
# seats 2

# Only late in a match it shows whether the bonus counts before the match is judged.

use "base.uno"
options for base

option long "A match to 300, and a bonus for each round"

  rule until
    when the round ends
    instead of one-round
    after score
    then
      if there is players where (their score is at least 300)
        end the match won by players where (their score is at least 300)
      otherwise begin a round

  rule bonus
    when the round ends
    after score
    before one-round
    then
      for each player in winners
        score of player += 2
