use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when player plays 3 as slap
    then next player draws 1
