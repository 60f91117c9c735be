use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when the table setles
    then next player draws 1
