game tour
  rule one
    when player plays 3
	then do nothing

  rule two
	when player plays 3
    then do nothing
