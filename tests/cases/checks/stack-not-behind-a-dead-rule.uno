# expect no finding of UNO302
# also UNO401
# with stack-not-behind-a-dead-rule.tug
# seats 2

use "base.uno"
options for base

option tug "The rope is pulled back only from where nobody can push it"

  act push
  act pull
  variable rope: 0 to 4
  situation tug on a player

  rule begin-tug
    when player plays 4
    then begin tug on next player
      rope becomes 0

  rule push
    during tug
    its player may push
    if rope is less than 2
    then rope += 1
      pass tug to next player

  rule pull
    during tug
    its player may pull
    if rope is more than 2
    then rope -= 1
      pass tug to next player

  rule done
    during tug
    its player must otherwise draw 1
    then end tug
