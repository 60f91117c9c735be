# expect UNO303 witnessed:
# with stuck-after-the-round-fires.first
# seats 2

# Nothing begins a new round, and the table waits for nobody.

use "base.uno"
options for base

option first "The first rules"
  rule r
    when the round ends
    instead of one-round
    if number of cards in hand of first of winners is 0
    then score of first of winners += 1
