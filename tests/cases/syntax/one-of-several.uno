game tour
  rule min
    when player plays 3
    then count becomes min(count, 5)

  rule highest
    when player plays 3
    then count becomes 1 + highest of (count, 5, 2)

  rule smaller
    when player plays 3
    if smaller (count, 5) is 2
    then do nothing
