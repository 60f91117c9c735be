use "base.uno"
options for base

option both "What no card and nobody is"

  rule played
    when player plays 3 and 4
    then next player draws 1

  rule asked
    when player plays a card
    if color of the card is red and blue
    then next player draws 1
