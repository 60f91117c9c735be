# expect nothing of UNO401
# with dead-is-alive.hot
# seats 2

use "base.uno"
options for base

option hot "A star on a red card"

  rule hot-star
    when player plays star
    if color of card 2 of discard pile is red
    then next player draws 1
