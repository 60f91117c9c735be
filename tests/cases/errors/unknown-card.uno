use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when player plays drawtwo
    then next player draws 1
