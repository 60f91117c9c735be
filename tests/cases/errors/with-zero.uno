use "base.uno"
options for base

option nothing "No card, and no times"

  rule draws
    when player plays 3
    then next player draws 0

  rule moves
    when player plays 3
    then move top 0 from draw pile to hand of player

  rule repeats
    when player plays 3
    then
      repeat 0 times
        next player draws 1
