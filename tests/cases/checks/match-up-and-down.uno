# expect no finding of UNO306
# with match-up-and-down.marks
# seats 2

# Scores go down as well as up: some sequence of rounds comes to 40, and no round has to.

use "base.uno"
options for base

option marks "Going out costs 5, and the others score"
  without base.one-round, base.score
  variable tally of each player: -1000 to 1000, kept

  rule count
    when the round ends
    then
      for each player in players
        tally of player += total of points for cards in hand of player
      for each player in winners
        tally of player -= 5

  rule over
    when the round ends
    after count
    then
      if there is players where (their tally is at least 40)
        end the match won by players where (their tally is at least 40)
      otherwise
        begin a round
