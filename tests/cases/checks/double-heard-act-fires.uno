# expect UNO206 witnessed: double-heard-act-fires.red, double-heard-act-fires.three
# with double-heard-act-fires.claps
# seats 2

# The act does nothing by itself; who hears it draws. (How a rule that only has somebody do an act is doubled shows there.)

use "base.uno"
options for base

option claps "Two rules have the next player clap, which costs a card each time"
  act clap

  rule three
    when player plays 3
    then (left of player) claps

  rule red
    when player plays a red card
    then (left of player) claps

  rule costs
    when player claps
    then player draws 1
