game tour
  rule one
    when player plays 3
    then
      if its face is 3
        do nothing
      elif its face is 4
        do nothing

  rule two
    when player plays 3
    then
      if its face is 3
        do nothing
      else
        do nothing

  rule three
    when player plays 3
    unless its face is 3
    then do nothing
