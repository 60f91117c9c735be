# expect UNO303 bounded:
# with stuck-last-of-each-fires.nods
# seats 2

use "base.uno"
options for base

option nods "Stuck last of each fires"
  variable k: 0 to 100000
  variable last: player or nothing
  act wait
  act nod

  rule count
    when the table settles
    then k += 1

  rule give
    during turn
    its player may wait
    if k is 90000
    then
      for each player in players from left of player
        player nods

  rule note-last
    when player nods
    then last becomes player

  rule stop
    when player takes up give
    if last is player
    then end turn
