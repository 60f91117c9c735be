use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when player playes 3
    then next player draws 1
