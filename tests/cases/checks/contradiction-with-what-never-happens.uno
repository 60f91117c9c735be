# expect nothing of UNO207
# also UNO401
# with contradiction-with-what-never-happens.no-star-out, contradiction-with-what-never-happens.star-out
# seats 2

# What the ban leaves of the other option never happens, which UNO401 says. There is no decision to which both speak.

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
