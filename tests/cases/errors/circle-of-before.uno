# with circle-of-before.extra
use "base.uno"
options for base

option extra "One more rule"

  rule first
    when player plays 3
    before second
    then next player draws 1

  rule second
    when player plays 3
    before first
    then next player draws 2
