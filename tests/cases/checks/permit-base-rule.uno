# expect nothing of UNO202
# with permit-base-rule.no-star-ending
# seats 2

use "base.uno"
options for base

option no-star-ending "A ban on a rule of the base game is meant"

  rule no-star-ending
    any player cannot play star
    if number of cards in hand of player is 1
