use "base.uno"
options for base

option extra "One more rule"

  rule extra
    if top card is red 3
    then next player draws 1
