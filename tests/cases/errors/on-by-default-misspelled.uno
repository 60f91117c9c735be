use "base.uno"
options for base

option one "One"
  on default

  rule one
    when player plays 3
    then next player draws 1
