# with seats-that-do-not-fit.one
use "base.uno"
options for base

option one "For five"
  seats 5

  rule one
    when player plays 3
    then next player draws 1
