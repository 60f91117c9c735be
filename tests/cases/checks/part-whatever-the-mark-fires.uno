# expect UNO405 proved: part-whatever-the-mark-fires.toll
# with part-whatever-the-mark-fires.marks
# seats 2

# The mark has more values than can be tried. What decides of the toll does not depend on it: there are only two kinds of it.

use "base.uno"
options for base

option marks "A mark of points, and two kinds of toll"

  parameter mark "points that a 1 scores": 1 to 500, default 100

  variable kind: small or large

  rule kind-of-toll
    when player plays 1
    then kind becomes large
      score of player += mark

  rule toll
    when player plays star
    if kind is small or kind is large
    then next player draws 1
