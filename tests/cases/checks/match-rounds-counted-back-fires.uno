# expect UNO306 witnessed: match-rounds-counted-back-fires.over
# with match-rounds-counted-back-fires.rounds
# seats 2

# A star as the last card turns the count back for good, and it never comes up to 30 again.

use "base.uno"
options for base

option rounds "Thirty rounds"
  without base.one-round
  variable rounds: 0 to 100, kept
  variable broken: yes or no, kept

  rule break
    when player plays star
    if number of cards in hand of player is 0
    then broken becomes yes

  rule count
    when the round ends
    if broken is no
    then rounds += 1

  rule over
    when the round ends
    after count
    if rounds is at least 30
    then end the match won by winners

  rule again
    when the round ends
    after over, score
    if not the match is over
    then begin a round
