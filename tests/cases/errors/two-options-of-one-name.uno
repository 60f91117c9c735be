use "base.uno"
options for base

option extra "One more rule"

  rule one
    when player plays 3
    then next player draws 1

option extra "The same name"

  rule two
    when player plays 3
    then next player draws 1
