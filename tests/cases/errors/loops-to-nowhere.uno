use "base.uno"
options for base

option round "Round the table"

  rule forward
    when player plays 1
    then
      for each player to the front
        player draws 1

  rule whom
    when player plays 1
    then
      for each player from player to next player
        player draws 1

  rule asked
    when player plays 1
    then
      for each player to the right if 3
        player draws 1
