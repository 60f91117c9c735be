# set hand-sise=2
# with no-such-parameter-called.extra
use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when player plays 3
    then next player draws 1
