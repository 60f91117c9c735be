use "base.uno"
options for base

option one
  rule first
    when player plays 4
    then player draws (the of player)
      pass turn to the
