# expect UNO405 proved: part-both-ways-fires.six
# with part-both-ways-fires.sixes
# seats 2

# Play never goes both ways at once: the first branch is never taken, at no table.

use "base.uno"
options for base

option sixes "A star scores"

  variable way: left or right

  rule turn
    when player plays 1
    then way becomes left if way is right, otherwise right

  rule six
    when player plays star
    then
      if way is left and way is right
        next player draws 1
      otherwise
        score of player += 1
