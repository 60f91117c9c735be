# expect nothing of UNO405
# with part-of-another-option.toll
# seats 2

# Another option of the file sets the variable: what this one leaves unused by itself has its use beside that one.

use "base.uno"
options for base

option toll "A star costs what is due"

  variable due: 0 to 9

  rule star
    when player plays star
    then
      if due is 5
        next player draws 1
      otherwise
        score of player += 1

option five "A 4 makes five due"
  requires toll

  rule four
    when player plays 4
    then due becomes 5
