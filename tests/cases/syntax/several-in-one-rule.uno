# One rule with several broken lines: each is named once.
option more
  rule all-wrong
    when player plays 3
    If its face is 3
    then
      move top 3 from draw pile
      pass turn next player
      do nothing
