game tour:
  seats 2 to 4

  rule one
    when player plays 3
    then:
      do nothing

  rule two
    when player plays 3
    then
      if count is 3:
        do nothing
      otherwise:
        do nothing
