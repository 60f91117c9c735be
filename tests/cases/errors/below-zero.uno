use "base.uno"
options for base

option negative "Fewer than none"

  situation debt on a player
    count: 0 to 9

  rule draws
    when player plays 3
    then next player draws -1

  rule moves
    when player plays 3
    then move top 1 - 2 from draw pile to hand of player

  rule repeats
    when player plays 3
    then
      repeat -2 times
        next player draws 1

  rule begins
    when player plays 3
    then begin debt on next player with count -1

  rule offers
    during turn
    its player may draw -1
