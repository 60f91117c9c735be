use "base.uno"
options for base

option old "A line with two readings, and one with one"

  rule five
    when player plays 3
    then any player draws 1

  rule six
    when player plays a card
    if the card is not 3 or 4
    then next player draws 1
