# expect UNO403 proved: idle-at-the-end-of-a-range-fires.cap
# also UNO401
# with idle-at-the-end-of-a-range-fires.first
# seats 2

# The number is at its end already.

use "base.uno"
options for base

option first "The first rules"
  variable n: 0 to 3
  rule up
    when player plays 4
    if n is less than 3
    then n += 1
  rule l
    when player plays star
    if n is more than 3
    then n becomes 0
  rule cap
    when player plays 2
    if n is 3
    then n += 1
