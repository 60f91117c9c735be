game tour
  Rule one
    when player plays 3
    then do nothing

  rule two
    When player plays 3
    then do nothing

  rule three
    during turn
    its player MAY play a card

  rule four
    when player plays 3
    then
      If its face is 3
        do nothing
