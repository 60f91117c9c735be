# with required-is-off.one
use "base.uno"
options for base

option one "One"
  requires two

  rule one
    when player plays 3
    then next player draws 1

option two "Two"

  rule two
    when player plays 4
    then next player draws 1
