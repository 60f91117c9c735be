use "base.uno"
options for base

option extra "One more rule"

  requires stakcing

  rule extra
    when player plays 3
    then next player draws 1
