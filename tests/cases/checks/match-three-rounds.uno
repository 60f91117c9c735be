# expect nothing of UNO306
# with match-three-rounds.rounds
# seats 2

use "base.uno"
options for base

option rounds "Three rounds"
  without base.one-round
  variable rounds: 0 to 100, kept

  rule count
    when the round ends
    then rounds += 1

  rule over
    when the round ends
    after count
    if rounds is at least 3
    then end the match won by winners

  rule again
    when the round ends
    after over, score
    if not the match is over
    then begin a round
