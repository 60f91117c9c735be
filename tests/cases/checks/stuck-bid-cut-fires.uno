# expect UNO303 bounded:
# with stuck-bid-cut-fires.bids
# seats 2

use "base.uno"
options for base

option bids "Stuck bid cut fires"
  variable k: 0 to 100000
  variable big: 5 to 9
  act bid a number: 0 to 3

  rule count
    when the table settles
    then k += 1

  rule give
    during turn
    its player may bid big
    if k is 90000
    then end turn
