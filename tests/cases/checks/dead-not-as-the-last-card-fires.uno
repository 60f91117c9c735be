# expect UNO401 proved: dead-not-as-the-last-card-fires.star-out
# with dead-not-as-the-last-card-fires.no-star-out, dead-not-as-the-last-card-fires.star-out
# seats 3

# A ban keeps everybody from playing a star as the last card, also at a table whose seats are not alike.

use "base.uno"
options for base

option no-star-out "A star is not the last card"

  rule no-star-out
    any player cannot play star
    if number of cards in hand of player is 1

option star-out "Going out on a star makes the first player draw one"

  rule star-out
    when player plays star
    if number of cards in hand of player is 0
    then (first of players) draws 1
