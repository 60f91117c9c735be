# expect nothing of UNO403
# also UNO306
# with idle-round-not-settled.wait
# seats 2

use "base.uno"
options for base

option wait "Idle round not settled"
  variable fresh: yes or no, starts yes
  variable n: 0 to 100, kept
  act wait

  rule first-move
    when the table settles
    if fresh is yes
    then fresh becomes no
      n += 1

  rule one-round
    when the round ends
    instead of base.one-round
    after base.score
    then begin a round

  rule wait
    during turn
    its player may wait
