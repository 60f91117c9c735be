game tour
  rule plain
    when player plays 3
    begin turn on next player

  rule changes
    when player plays 3
    count becomes 3

  rule otherwise-alone
    when player plays 3
    if its face is 3
    otherwise do nothing

  rule same-line
    when player plays 3
    if its face is 3 then do nothing

  act play a card from hand
    move card the card from hand of player to discard pile
