# expect UNO207 witnessed: contradiction-cancel-fires.one-left, contradiction-cancel-fires.one-right
# with contradiction-cancel-fires.to-left, contradiction-cancel-fires.to-right
# seats 3

# With both on, each hand comes back to where it was.

use "base.uno"
options for base

option to-left "A 1: all hands go to the left"

  rule one-left
    when player plays 1
    then give every hand to left

option to-right "A 1: all hands go to the right"

  rule one-right
    when player plays 1
    then give every hand to right
