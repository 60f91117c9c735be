use "base.uno"
options for base

option numbers "Cards where numbers stand"

  rule shown
    when player plays 3
    if the card is more than 2
    then next player draws 1

  rule face
    when player plays 3
    if face of the card is at least 2
    then next player draws 1

  rule none
    when player plays 3
    if number of cards in hand of player is nothing
    then next player draws 1

  rule plus
    when player plays 3
    then next player draws +2
