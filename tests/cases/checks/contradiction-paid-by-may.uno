# expect no finding of UNO207
# with contradiction-paid-by-may.covers, contradiction-paid-by-may.costs
# seats 3

# What is owed is paid by a move that nobody has to make by name, though there is no other: then the player of the 3 goes on.

use "base.uno"
options for base

option covers "The player of a 3 goes on"

  rule covers
    when player plays 3
    then over of turn becomes no

option costs "A 3 costs the next player two cards"

  situation owing on a player

  rule costs
    when player plays 3
    then begin owing on next player

  rule pays
    during owing
    its player may draw 2
    then end owing
