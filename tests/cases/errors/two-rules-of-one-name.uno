use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when player plays 3
    then next player draws 1

  rule extra
    when player plays 4
    then next player draws 2
