use "base.uno"
options for base

option around "Hands go around"

  rule left
    when player plays 3
    then give every hand to left of player

  rule next
    when player plays 4
    then give every hand to next player after player
