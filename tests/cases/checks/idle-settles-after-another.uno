# expect no finding of UNO403
# with idle-settles-after-another.wait
# seats 2

use "base.uno"
options for base

option wait "The table settles once more, and the rule that another one stood instead of runs"
  variable flag: yes or no
  variable shield: yes or no
  act wait

  rule many
    when player draws a number
    if number of cards in hand of player is at least 13
    then flag becomes yes
      shield becomes yes

  rule pay
    when the table settles
    if flag is yes
    then flag becomes no

  rule free
    when the table settles
    instead of pay
    if shield is yes
    then shield becomes no

  rule wait
    during turn
    its player may wait
