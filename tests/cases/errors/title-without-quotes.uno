use "base.uno"
option for base

option five Fives

  rule five Makes others draw
    when player plays 5
    then next player draws 1
