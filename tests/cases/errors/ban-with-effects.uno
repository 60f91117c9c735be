use "base.uno"
options for base

option extra "One more rule"

  rule extra
    any player cannot play 3
    then next player draws 1
