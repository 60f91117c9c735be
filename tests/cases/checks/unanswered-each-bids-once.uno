# expect nothing of UNO501
# with unanswered-each-bids-once.bids
# seats 3

use "base.uno"
options for base

option bids "Each bids once"
  act bid a number: 0 to 1
  situation bidding on players
  rule p
    when player plays star
    then begin bidding on players
  rule n
    during bidding
    its players must bid a number
    then exclude player from players of bidding
  rule done
    when bidding completes
    then end bidding
