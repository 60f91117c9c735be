# expect nothing of UNO401
# with dead-late-in-a-match.long
# seats 2

# Nobody has so many points before some hundred moves were made.

use "base.uno"
options for base

option long "Until somebody has 600 points"

  rule next-round
    when the round ends
    after score
    instead of one-round
    if not (there is players where (their score is at least 600))
    then begin a round

  rule in-the-lead
    when player plays star
    if score of player is at least 400
    then next player draws 1
