# expect UNO306 witnessed: match-mood-fires.over
# with match-mood-fires.moods
# seats 2

# The table is cross or furious, by turns, and never calm again.

use "base.uno"
options for base

option moods "A star makes the table cross, and a 1 furious"
  without base.one-round
  variable mood: calm or cross or furious, starts calm, kept

  rule stars
    when player plays star
    then mood becomes cross

  rule ones
    when player plays 1
    if mood is cross
    then mood becomes furious

  rule over
    when the round ends
    after score
    then
      if mood is calm and face of top card is 4
        end the match won by winners
      otherwise
        begin a round
