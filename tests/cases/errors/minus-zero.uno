use "base.uno"
options for base

option low
  variable low: -0 to 40
  variable high: - 0 to 40

option less
  rule less
    when player plays 3
    if number of cards in hand of player is -0
    then player draws 1
