# expect UNO303 witnessed: base.draw, base.play, stuck-late-in-a-match-fires.no-cards, stuck-late-in-a-match-fires.no-draws
# also UNO501
# with stuck-late-in-a-match-fires.long
# seats 2

# Nobody has so many points before some hundred moves were made.

use "base.uno"
options for base

option long "Until somebody has 600 points, and the leader sits still"

  rule next-round
    when the round ends
    after score
    instead of one-round
    if not (there is players where (their score is at least 600))
    then begin a round

  rule no-cards
    any player cannot play a card
    if score of player is at least 400

  rule no-draws
    any player cannot draw 1
    if score of player is at least 400
