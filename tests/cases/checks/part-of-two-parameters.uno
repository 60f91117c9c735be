# expect nothing of UNO405
# with part-of-two-parameters.bonus
# seats 2

# No value of one parameter alone makes the product 6, but 2 and 3 do.

use "base.uno"
options for base

option bonus "A bonus of two numbers"
  parameter p "how often": 1 to 3, default 1
  parameter q "how many": 1 to 3, default 1
  variable tally: 0 to 9

  rule counted
    when player plays 1
    then tally becomes p * q

  rule at-once
    when player plays 2
    then
      if p * q is 6
        score of player += 1
      score of player += 2

  rule later
    when player plays 3
    then
      if tally is 6
        score of player += 1
      score of player += 2
