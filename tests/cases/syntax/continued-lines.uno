# Places are right in lines that go on below, and behind comments.
option two
  requires one,  # the first
    two,
    # and a comment between
    three four

  rule one
    when player plays 3
    if its face is 3
      and its color = red
    then do nothing
