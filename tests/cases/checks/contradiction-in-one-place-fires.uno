# expect UNO207 witnessed: contradiction-in-one-place-fires.alone, contradiction-in-one-place-fires.teams
# with contradiction-in-one-place-fires.every-hand, contradiction-in-one-place-fires.partners
# seats 4

# Both options say what stands instead of the usual points, so both were meant to be the only way to score; with both on a hand is counted twice.
# (At this table the usual points are off, so neither takes the place of a rule that runs.)

use "base.uno"
options for base

option every-hand "Each hand counts for its holder"
  without score

  rule alone
    when the round ends
    instead of base.score
    before one-round
    then
      for each player
        score of player += total of points for cards in hand of player

option partners "Hands of partners count together"
  without score

  rule teams
    when the round ends
    instead of base.score
    before one-round
    then
      for each player
        score of player += total of points for cards in hand of left of left of player
