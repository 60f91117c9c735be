# expect UNO405 proved: part-top-of-the-pile-fires.four
# with part-top-of-the-pile-fires.fours
# seats 2

# A 4 that has been played lies on top, also if another draw takes the rest of the pile.

use "base.uno"
options for base

option fours "A 4 on top makes the next player draw"

  rule everybody
    when player plays 4
    before four
    then other players draw 2

  rule four
    when player plays 4
    if top of discard pile is 4
    then next player draws 1
