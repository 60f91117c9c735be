# expect no finding of UNO405
# with part-at-one-mark.marks
# seats 2

# The toll is due at one of five hundred marks, and that one is none of the least, the usual and the greatest.

use "base.uno"
options for base

option marks "A mark of points"

  parameter mark "points that make a toll": 1 to 500, default 100

  variable tolls: 0 to 500

  rule count
    when player plays 1
    then tolls becomes mark

  rule toll
    when player plays star
    if tolls + mark is 250
    then next player draws 1
