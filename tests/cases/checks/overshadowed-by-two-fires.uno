# expect UNO402 proved: overshadowed-by-two-fires.blue, overshadowed-by-two-fires.costs, overshadowed-by-two-fires.red
# with overshadowed-by-two-fires.one, overshadowed-by-two-fires.other
# seats 3

# Neither of the two covers all cards alone.

use "base.uno"
options for base

option one "A 1 costs its player a card"

  rule costs
    when player plays 1
    then player draws 1

option other "A 1 scores, by its color"

  rule red
    when player plays a red card
    if the card is 1
    instead of costs
    then score of player += 1

  rule blue
    when player plays a blue card
    if the card is 1
    instead of costs
    then score of player += 2
