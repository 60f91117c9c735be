game tour
  rule block
    when player plays 3
    then
      if (its face is 3
        score of player becomes 3
      score of player becomes 4

  rule rule-below
    when player plays 3
    if (its face is 3
      and (its color is red)
    then do nothing

  rule value
    half the table means
  rule behind
    when player plays 3
    if its face is
    then do nothing

  rule fine
    half the table
      means (
      number of players
      + 1  # (
      )
      / 2
