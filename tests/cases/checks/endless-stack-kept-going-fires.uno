# expect UNO302 witnessed: endless-stack-kept-going-fires.pass-on
# with endless-stack-kept-going-fires.debt, endless-stack-kept-going-fires.given
# seats 2

# A stack goes on for ever by a rule of another option, which nobody makes a move by: the finding names that option too.

use "base.uno"
options for base

option debt "A 3 asks for a 3"

  situation owing on a player

  rule owe
    when player plays 3
    if owing is not open
    then begin owing on next player

  rule pass-on
    during owing
    its player may play 3
    then pass owing to next player

  rule pay
    during owing
    its player must otherwise draw 2
    then end owing

option given "Whoever is asked next is given the card"

  rule given-back
    when owing passes
    then move card top of discard pile from discard pile to hand of player
