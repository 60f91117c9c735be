# expect UNO207 witnessed: contradiction-said-again-fires.collect, contradiction-said-again-fires.suffer
# with contradiction-said-again-fires.collects, contradiction-said-again-fires.suffers
# seats 3

# The winner collects, as in the game itself, and says so; the other option lets everybody suffer. With both on, both are scored.

use "base.uno"
options for base

option collects "The winner collects, and that is meant"

  rule collect
    when the round ends
    instead of base.score
    before base.one-round
    then
      for each player in winners
        score of player += total of points for cards in hand of left of player

option suffers "Everybody pays for what is held"
  without base.score

  rule suffer
    when the round ends
    before base.one-round
    then
      for each player
        score of player += total of points for cards in hand of player
