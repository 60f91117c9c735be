game tour
  seats 2 to 4
    zone draw pile, face down

  rule one
    when player plays 3
      if its face is 3
    then do nothing

  rule two
    when player plays 3
    if its face is 3
      do nothing
