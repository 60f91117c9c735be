# expect UNO405 proved: part-mark-never-reached-fires.toll
# with part-mark-never-reached-fires.marks
# seats 2

# Nothing counts the stars, so there are fewer than any mark.

use "base.uno"
options for base

option marks "After some stars a toll is due"

  parameter mark "stars that make a toll": 1 to 100, default 20

  variable stars: 0 to 100

  rule toll
    when player plays star
    then score of player += 1
      if stars is at least mark
        next player draws 1
