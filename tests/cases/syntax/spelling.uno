gane tour
  seats 2 to 4

option two
  rul one
    when player plays 3
    then do nothing

  rule two
    durring turn
    its player may play a card

  paramter hand-size: 1 to 7
