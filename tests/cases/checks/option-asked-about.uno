# expect nothing of UNO404
# also UNO402
# with option-asked-about.first, option-asked-about.second
# seats 2

# Nobody ever nods, and a rule asks whether somebody could.

use "base.uno"
options for base

option first "The first rules"
  act nod
  situation toll on a player
  variable n: 0 to 9
  rule p
    when player plays star
    then begin toll on next player
  rule d
    during toll
    its player must draw 1
    then end toll
  rule see
    when toll begins
    if player can nod
    then n += 1
option second "The second rules"
  requires first
  rule nodding
    during toll
    its player may nod
    then end toll
