use "base.uno"
options for base

option extra "Values that the declaration does not list"

  variable low: 1 or 2, starts 1

  situation debt on a player
    kind: 3 or draw-two

  rule three
    when player plays 3
    then low becomes 4
      begin debt on next player with kind 1

  rule pay
    during debt
    its player must otherwise pass
    then kind becomes 2
      end debt
