# expect UNO401 bounded: dead-group-named-fires.wait
# with dead-group-named-fires.group
# seats 2

use "base.uno"
options for base

option group "Dead group named fires"
  variable n: 0 to 10
  variable k: 0 to 100000
  act name a group: players
  situation toll on a player
  rule count
    when the table settles
    then k += 1
  rule begins
    when player plays 2
    then begin toll on player
  rule wait
    during toll
    its player may name a group
    if k is 90000
    then n += 1
  rule out
    during toll
    its player may draw 1
    then end toll
