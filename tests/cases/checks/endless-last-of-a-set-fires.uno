# expect UNO302 witnessed: endless-last-of-a-set-fires.give
# also UNO304
# with endless-last-of-a-set-fires.bids
# seats 2

use "base.uno"
options for base

option bids "Endless last of a set fires"
  act wait
  situation bidding on players

  rule toll-begins
    when player plays 2
    then begin bidding on players

  rule give
    during bidding
    its players must wait
    then players of bidding -= player
