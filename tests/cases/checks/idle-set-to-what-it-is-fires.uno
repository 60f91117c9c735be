# expect UNO403 proved: idle-set-to-what-it-is-fires.low
# also UNO405
# with idle-set-to-what-it-is-fires.first
# seats 2

# Whatever the number is, it is set to that.

use "base.uno"
options for base

option first "The first rules"
  variable mode: 0 to 5
  rule up
    when player plays star
    if mode is less than 2
    then mode += 1
  rule low
    when player plays 4
    then
      if mode is at least 3 then player draws 1
      mode becomes 2 if mode is at least 2, 1 if mode is 1, otherwise 0
