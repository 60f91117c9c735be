game tour "A tour
  seats 2 to 4

  rule one "It never ends
    when player plays 3
    then do nothing

  rule two “Curly”
    when player plays 3
    then do nothing

  rule three 'single'
    when player plays 3
    then note "said" to player

scenario unquoted
  seats ann, bob
