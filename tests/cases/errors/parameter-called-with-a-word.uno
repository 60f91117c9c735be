# set hand-size=many
# with parameter-called-with-a-word.extra
use "base.uno"
options for base

option extra "One more rule"

  rule extra
    when player plays 3
    then next player draws 1
