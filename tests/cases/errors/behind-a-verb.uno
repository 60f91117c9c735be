use "base.uno"
options for base

option verbs "What would get lost behind a verb"

  rule is
    when player plays is 3
    then next player draws 1

  rule or
    any player cannot play or draw

  rule of
    when player plays 3
    then next player draws of player

  rule times
    when player plays 3
    then next player draws * 2
