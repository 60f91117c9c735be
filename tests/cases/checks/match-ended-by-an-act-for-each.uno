# expect no finding of UNO306
# with match-ended-by-an-act-for-each.again
# seats 2

# An act ends the match, for each winner: in a loop, which may run for nobody.

use "base.uno"
options for base

option again "Round after round, until a star is the last card"
  without base.one-round

  act declare
    then
      for each player in winners
        end the match won by winners

  rule declared
    when the round ends
    after score
    if face of top card is star
    then (first of winners) declares

  rule again
    when the round ends
    after score, declared
    if face of top card is not star
    then begin a round
