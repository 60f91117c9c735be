# expect no finding of UNO401
# also UNO405
# with dead-nothing-is-a-mood.first
# seats 2

# Nothing is one of the moods, so a wave can be of nothing. It takes rare cards to see it.

use "base.uno"
options for base

option first "The first rules"
  act wave a mood: happy or sad or nothing
  variable mine: happy or sad or nothing
  rule w
    during turn
    its player may wave mine
    if mine is nothing and number of star in discard pile is 2 and number of red 4 in hand of player is 2 and number of blue 4 in hand of player is 2
    then over becomes yes
  rule hear
    when player waves a mood
    if the mood is nothing
    then player draws 1
