# expect nothing of UNO403
# with idle-begins-anew.bonus
# seats 2

# In the second round there is something to settle, so whoever waits lets it happen.

use "base.uno"
options for base

option bonus "The first quiet moment of a round brings a point"
  act wait
  variable fresh: yes or no
  variable points: 0 to 9
  variable rounds: 0 to 2, kept

  rule wait
    during turn
    its player may wait

  rule fresh
    when the round begins
    then fresh becomes yes

  rule point
    when the table settles
    after going-out
    before next-turn
    if fresh
    then fresh becomes no
      points += 1

  rule again
    when the round ends
    instead of one-round
    after score
    then rounds += 1
      if rounds is 2 then end the match won by winners
      otherwise begin a round
