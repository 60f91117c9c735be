# expect UNO306 witnessed: match-only-falls-fires.over
# also UNO405
# with match-only-falls-fires.marks
# seats 2

# Whoever goes out pays 20, so nobody ever has 100.

use "base.uno"
options for base

option marks "Going out costs 20, and 100 points end the match"
  without base.one-round
  variable tally of each player: -1000 to 1000, kept

  rule count
    when the round ends
    then
      for each player in winners
        tally of player -= 20

  rule over
    when the round ends
    after count, score
    then
      if there is players where (their tally is at least 100)
        end the match won by players where (their tally is at least 100)
      otherwise
        begin a round
