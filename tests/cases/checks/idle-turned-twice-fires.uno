# expect UNO403 proved: idle-turned-twice-fires.turn-around
# with idle-turned-twice-fires.around
# seats 2

# What is turned round twice is as it was.

use "base.uno"
options for base

option around "A star turns the table round"

  variable way: left or right

  rule turn-around
    when player plays star
    then way becomes right if way is left, otherwise left
      way becomes right if way is left, otherwise left

  rule another-way
    when player plays 1
    then way becomes right if way is left, otherwise left

  rule to-the-left
    when player plays 2
    if way is left
    then player draws 1
