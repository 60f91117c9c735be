# expect no finding of UNO305
# with choice-clock-table.clock
# seats 2

use "base.uno"
options for base

option clock "A clock"
  variable moves: 0 to 20
  rule clock
    when the table settles
    before going-out
    then moves += 1
      if moves is 20 then end the round
