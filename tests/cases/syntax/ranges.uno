game tour
  rule words
    when player plays one to nine
    then do nothing

  rule twice
    when player plays 1 to red 9
    then do nothing

  rule half
    when player plays 1 to
    then do nothing
