# expect nothing of UNO406
# with unread-score.keep
# seats 2

# A number that is kept from round to round is a score: people read it.

use "base.uno"
options for base

option keep "Stars are points"

  variable points of each player: 0 to 1000, kept

  rule counts
    when player plays star
    if points of player is at most 900
    then points of player += 1
