# expect nothing of UNO403
# with idle-settles-again.wait
# seats 2

use "base.uno"
options for base

option wait "Idle settles again"
  variable ready: yes or no, starts yes
  variable n: 0 to 1000
  act wait
  situation nod on a player

  rule one
    when the table settles
    if ready is yes
    then begin nod on first of players
      ready becomes no
      n += 1
  rule two
    when nod begins
    then ready becomes yes
      end nod

  rule wait
    during turn
    its player may wait
