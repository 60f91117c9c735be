use "base.uno"
options for base

option heads "What happens stands behind `if`"

  rule no-when
    if player plays 3
    then next player draws 1
