use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when player plays 3
    then
      repeat while top card is red
        next player draws 1
