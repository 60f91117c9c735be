# expect UNO302 witnessed: endless-between-rounds-fires.mirror
# with endless-between-rounds-fires.vote
# seats 2

use "base.uno"
options for base

option vote "After the round there is a vote on whether it is over"
  act agree
  act mirror
  situation vote on a player
  rule vote-begins
    when the round ends
    after score
    instead of one-round
    then begin vote on first of players
  rule agree
    during vote
    its player may agree
    then end the match won by winners
  rule mirror
    during vote
    its player may mirror
    then pass vote to next player
