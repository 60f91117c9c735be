# expect UNO201 witnessed: order-unequal-draws-noted-fires.draws-one, order-unequal-draws-noted-fires.draws-two
# with order-unequal-draws-noted-fires.fines
# seats 2

# How many cards are drawn is the same in either order. What was drawn last is not, and a rule notes it.

use "base.uno"
options for base

option fines "A star makes the next player draw 2, and draw 1"

  variable last: 0 to 10

  rule draws-two
    when player plays star
    then next player draws 2

  rule draws-one
    when player plays star
    then next player draws 1

  rule note
    when player draws a number
    then last becomes the number

  rule forget
    when player plays a card
    before draws-one, draws-two
    if last is at least 2
    then score of player += 1
      last becomes 0
