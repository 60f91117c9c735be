# with circle-of-instead.extra
use "base.uno"
options for base

option extra "One more rule"

  rule red-ones
    during turn
    instead of threes
    its player may play red
    then do nothing

  rule threes
    during turn
    instead of red-ones
    its player may play 3
    then do nothing
