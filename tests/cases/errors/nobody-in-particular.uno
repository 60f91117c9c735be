use "base.uno"
options for base

option extra "Players who are nobody in particular, and what nobody does to themselves"

  variable keeper: player or nothing

  act greet an opponent

  rule begins
    when the round begins
    if keeper is player
    then (keeper) draws 1

  rule three
    when player plays 3
    if keeper is an opponent
    then (keeper) draws 1

  rule four
    when player plays 4
    then player greets player

  rule alone
    when player greets player
    then player draws 1

  rule greet
    at any time
    any player may greet player
