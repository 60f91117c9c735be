# expect nothing of UNO405
# with part-of-a-parameter.toll
# seats 2

# What the value of a parameter leaves unused is none either: also of a value that is neither the least nor the greatest.

use "base.uno"
options for base

option toll "A star costs"

  parameter rate "cards for a star": 1 to 9, default 2
  parameter turned "stars turn over": yes or no, default no

  variable due: 0 to 9

  rule star
    when player plays star
    then
      due becomes rate
      if rate is 7
        score of player += 1
      if due is 5 or turned is yes
        score of player += 2
