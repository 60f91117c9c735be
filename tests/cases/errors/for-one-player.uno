use "base.uno"
options for base

option extra "One player, or all of them"

  rule three
    when player plays 3
    if total of (number of cards in hand) for player is 5
    then next player draws 1

  rule four
    when player plays 4
    if number of the player is 2
    then next player draws 1
