# expect UNO206 witnessed: double-situations-begun-fires.red-costs, double-situations-begun-fires.three-costs
# with double-situations-begun-fires.one
# seats 3

use "base.uno"
options for base

option one "A 3 costs"
  situation owing on a player

  situation paying on a player

  act wait

  rule three-costs
    when player plays 3
    then begin owing on next player

  rule owed
    when owing begins
    then (player of owing) draws 2

  rule owe
    during owing
    its player must wait
    then end owing

  rule red-costs
    when player plays a red card
    then begin paying on next player

  rule paid
    when paying begins
    then (player of paying) draws 2

  rule pay
    during paying
    its player must wait
    then end paying
