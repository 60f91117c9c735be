use "base.uno"
options for base

option extra "Ranges that are none"

  rule down
    when player plays red 4 to 1
    then next player draws 1

  rule too-far
    when player plays 1 to 12
    then next player draws 1

  rule minus
    when player plays 1-4
    then next player draws 1

  rule through
    when player plays 1 through 4
    then next player draws 1

  rule never
    when player draws 2001 to 2002
    then next player draws 1

  rule whom
    when player plays 1
    if player is 1 to 2
    then next player draws 1

  rule how-many
    when player plays 1
    then next player draws 1 to 2
