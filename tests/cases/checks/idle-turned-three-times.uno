# expect nothing of UNO403
# with idle-turned-three-times.around
# seats 2

# What is turned round three times is not as it was, nor is a number that is set and then counted on.

use "base.uno"
options for base

option around "A star turns the table round"

  variable way: left or right
  variable stars: 0 to 9

  rule turn-around
    when player plays star
    then way becomes right if way is left, otherwise left
      way becomes right if way is left, otherwise left
      way becomes right if way is left, otherwise left

  rule count
    when player plays 3
    then stars becomes 3
      stars += 1

  rule to-the-left
    when player plays 2
    if way is left or stars is 4
    then player draws 1
