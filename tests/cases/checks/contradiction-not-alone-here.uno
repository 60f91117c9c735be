# expect UNO207 bounded:
# with contradiction-not-alone-here.fives, contradiction-not-alone-here.sevens
# seats 3

# With three seats, no table has the one option without the other: so the two are not compared, and that is said.

use "base.uno"
options for base

option fives "A 1 makes five points, at a small table"
  needs hand-size * seats is at most 6 "that takes too many cards"

  rule fives
    when player plays 1
    then score of player becomes 5

option sevens "A 1 makes seven points, with small hands"
  set hand-size to 2

  rule sevens
    when player plays 1
    before fives
    then score of player becomes 7
