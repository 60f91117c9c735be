# expect no finding of UNO306
# with match-back-to-nothing-too-late.afresh
# seats 2

# The scores are cleared after each round, once somebody has looked at them: fifty in one round are enough.

use "base.uno"
options for base

option afresh
  without base.one-round

  rule plenty
    points of a card means 10
    instead of points

  rule back-to-nothing
    when the round ends
    after over
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
