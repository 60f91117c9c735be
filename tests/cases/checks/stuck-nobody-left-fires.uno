# expect UNO303 witnessed: stuck-nobody-left-fires.n
# also UNO304, UNO501
# with stuck-nobody-left-fires.first
# seats 3

# All have bid, and no rule goes on.

use "base.uno"
options for base

option first "The first rules"
  act bid a number: 0 to 1
  situation bidding on players
  rule p
    when player plays star
    then begin bidding on players
  rule n
    during bidding
    its players must bid a number
    then exclude player from players of bidding
