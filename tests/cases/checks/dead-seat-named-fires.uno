# expect UNO401 bounded: dead-seat-named-fires.late
# with dead-seat-named-fires.count
# seats 2

use "base.uno"
options for base

option count "Others count"
  variable n: 0 to 9
  variable k: 0 to 100000, kept

  rule tick
    when the table settles
    then k += 1

  rule up
    when player plays 4
    then
      if player is left of first of players
        n += 1

  rule late
    when player plays star
    if n is 1
    if k is 90000
    then player draws 1
