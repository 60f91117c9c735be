# expect UNO206 witnessed: double-when-the-table-settles-fires.red-costs, double-when-the-table-settles-fires.three-costs
# with double-when-the-table-settles-fires.one
# seats 3

use "base.uno"
options for base

option one "A 3 costs"
  variable owed-three: yes or no
  variable owed-red: yes or no

  rule three-costs
    when player plays 3
    then owed-three becomes yes

  rule red-costs
    when player plays a red card
    then owed-red becomes yes

  rule pay-three
    when the table settles
    after going-out
    before next-turn
    if owed-three is yes
    then owed-three becomes no
      (next player after player of turn) draws 1

  rule pay-red
    when the table settles
    after going-out, pay-three
    before next-turn
    if owed-red is yes
    then owed-red becomes no
      (next player after player of turn) draws 1
