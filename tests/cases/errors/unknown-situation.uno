use "base.uno"
options for base

option extra "One more rule"

  rule extra
    during tunr
    its player may draw 2
    then pass turn to next player
