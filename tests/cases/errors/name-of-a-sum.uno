use "base.uno"
options for base

option extra "One more rule"

  variable total: 0 to 5

  rule extra
    when player plays 3
    then total += 1
