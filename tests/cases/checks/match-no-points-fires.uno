# expect UNO306 witnessed: match-no-points-fires.over
# with match-no-points-fires.worthless
# seats 2

# A card is worth nothing, so no round brings anybody nearer to 50.

use "base.uno"
options for base

option worthless "Cards are worth nothing"
  without base.one-round

  rule nothing
    points of a card means 0
    instead of points

  rule over
    when the round ends
    after score
    then
      if there is players where (their score is at least 50)
        end the match won by winners
      otherwise
        begin a round
