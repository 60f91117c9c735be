# expect UNO207 witnessed: contradiction-opposite-scoring-fires.suffer, contradiction-opposite-scoring-fires.collect
# with contradiction-opposite-scoring-fires.collects, contradiction-opposite-scoring-fires.suffers
# seats 3

# The winner collects, or everybody suffers: both in the place of how the game scores.

use "base.uno"
options for base

option collects "The winner collects ten for each player"

  rule collect
    when the round ends
    instead of base.score
    then
      for each player in winners
        score of player += 30

option suffers "Everybody pays for what is held"
  without base.score

  rule suffer
    when the round ends
    before base.one-round
    then
      for each player
        score of player += total of points for cards in hand of player
