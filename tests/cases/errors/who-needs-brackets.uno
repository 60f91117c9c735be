use "base.uno"
options for base

option spite "A 4 makes the player before you draw"

  rule spite
    when player plays 4
    then right of player draws 1
