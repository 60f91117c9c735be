# expect UNO302 witnessed: endless-stack-handed-back-fires.pass-on
# with endless-stack-handed-back-fires.one
# seats 3

use "base.uno"
options for base

option one "A 3 asks for a 3, and whoever is asked next is given one"
  situation owing on a player

  rule owe
    when player plays 3
    if owing is not open
    then begin owing on next player

  rule pass-on
    during owing
    its player may play 3
    then pass owing to next player

  rule given-back
    when owing passes
    then move card top of discard pile from discard pile to hand of player

  rule pay
    during owing
    its player must otherwise draw 2
    then end owing
