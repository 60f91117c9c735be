use "base.uno"
options for base

option numbers "Numbers where cards stand"

  rule plus
    when player plays +2
    then next player draws 1

  rule minus
    when player plays -1
    then next player draws 1

  rule twelve
    any player cannot play 12

  rule sum
    when player plays 3
    if top card is 1 + 1
    then next player draws 1

  rule two
    when player plays draw 2
    then next player draws 1

  rule words
    when player plays red draw two
    then next player draws 1

  rule of-red
    when player plays 4 of red
    then next player draws 1
