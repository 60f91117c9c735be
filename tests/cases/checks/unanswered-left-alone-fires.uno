# expect UNO303 witnessed: unanswered-left-alone-fires.m, unanswered-left-alone-fires.oops
# also UNO402, UNO501
# with unanswered-left-alone-fires.first
# seats 2

# The answer that stands instead of the other is made at will only.

use "base.uno"
options for base

option first "The first rules"
  act nod
  situation toll on a player
  rule p
    when player plays star
    then begin toll on next player
  rule m
    during toll
    its player must otherwise nod
    then end toll
  rule oops
    during toll
    its player may at will nod
    instead of m
    then player draws 1
