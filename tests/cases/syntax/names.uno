game my tour "A tour"
  without first rule, second

  rule take two
    instead of old rule
    when player plays 3
    then do nothing

  rule skip A player misses a turn
    when player plays 3
    then do nothing

  rule 7up
    when player plays 3
    then do nothing

  rule _hidden
    when player plays 3
    then do nothing

  rule café
    when player plays 3
    then do nothing

  variable rounds won of each player: 0 to 10
