# expect UNO201 witnessed: order-what-lies-on-top-fires.r1, order-what-lies-on-top-fires.r2
# with order-what-lies-on-top-fires.first
# seats 2

# All that differs is which of two situations lies on the other.

use "base.uno"
options for base

option first "The first rules"
  act nod
  situation toll on a player
  situation ask on a player
  rule r1
    when player plays 4
    then begin toll on player
  rule r2
    when player plays 4
    then begin ask on next player
  rule t
    during toll
    its player must otherwise nod
    then end toll
  rule s
    during ask
    its player must otherwise nod
    then end ask
