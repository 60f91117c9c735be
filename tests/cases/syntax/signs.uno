game tour
  rule equals
    when player plays 3
    if its face = 3
    then do nothing

  rule double-equals
    when player plays 3
    if its face == 3
    then do nothing

  rule unequal
    when player plays 3
    if its face != 3
    then do nothing

  rule becomes
    when player plays 3
    then count := 3

  rule swapped
    when player plays 3
    then count =+ 3

  rule larger
    when player plays 3
    if count >= 3 && count < 4
    then do nothing

  rule period
    when player plays 3.
    then do nothing

  rule braces {
    when player plays 3
  }
