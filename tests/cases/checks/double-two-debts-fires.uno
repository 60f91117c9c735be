# expect UNO206 witnessed: double-two-debts-fires.red-costs, double-two-debts-fires.three-costs
# with double-two-debts-fires.one
# seats 3

use "base.uno"
options for base

option one "A 3 costs"
  situation owing on a player

  situation paying on a player

  rule three-costs
    when player plays 3
    then begin owing on next player

  rule owe
    during owing
    its player must draw 2
    then end owing

  rule red-costs
    when player plays a red card
    then begin paying on next player

  rule pay
    during paying
    its player must draw 2
    then end paying
