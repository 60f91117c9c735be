# expect UNO306 bounded:
# with match-over-after-many-rounds.rounds
# seats 2

# The match ends 5,000 times, and goes on each time but the last: then the loop runs for nobody.

use "base.uno"
options for base

option rounds "Once more"
  without base.one-round
  variable rounds: 0 to 5000, kept

  rule over
    when the round ends
    then end the match won by winners

  rule again
    when the match ends
    then rounds += 1
      repeat at most 1 times while rounds is less than 5000
        begin a round
