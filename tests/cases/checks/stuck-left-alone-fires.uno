# expect UNO303 witnessed: stuck-left-alone-fires.m, stuck-left-alone-fires.oops
# also UNO402, UNO501
# with stuck-left-alone-fires.first
# seats 2

# What stands instead of the only answer is a mistake, and nobody can be asked to make one.

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
    its player may by mistake nod
    instead of m
    then player draws 1
