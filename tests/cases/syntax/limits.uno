game tour
  seats 2 to 1000001

  rule minus
    when player plays 3
    if count is - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - 1
    then do nothing

  rule parentheses
    when player plays 3
    if (((((((((((((((((((((((((((((((((((((((((count)))))))))))))))))))))))))))))))))))))))))
    then do nothing

  rule fine
    when player plays 3
    then count becomes 1000000
