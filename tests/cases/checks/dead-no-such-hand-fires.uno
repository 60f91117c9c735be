# expect UNO401 proved: dead-no-such-hand-fires.star-bonus
# with dead-no-such-hand-fires.no-star-last, dead-no-such-hand-fires.star-bonus
# seats 2

# A star is never the last card, so nobody is ever without cards once a star is played. There are hands without cards.

use "base.uno"
options for base

option no-star-last

  rule no-star-last
    any player cannot play star
    if number of cards in hand of player is 1

option star-bonus

  rule star-bonus
    when player plays star
    if number of cards in hand of player is 0
    then score of player += 5
