# expect UNO303 bounded:
# with stuck-first-of-each-fires.mark
# seats 2

use "base.uno"
options for base

option mark "Stuck first of each fires"
  variable k: 0 to 100000
  variable mark of each player: yes or no
  variable done: yes or no
  act wait

  rule count
    when the table settles
    then k += 1

  rule give
    during turn
    its player may wait
    if k is 90000
    then
      done becomes no
      for each player
        mark of player becomes no
      for each player
        if done is no
          mark of player becomes yes
          done becomes yes

  rule stop
    when player takes up give
    if mark of player is no
    then end turn
