# expect UNO402 proved: overshadowed-by-two-that-act-fires.star-many, overshadowed-by-two-that-act-fires.star-few, overshadowed-by-two-that-act-fires.star-one
# with overshadowed-by-two-that-act-fires.ones, overshadowed-by-two-that-act-fires.others
# seats 2

use "base.uno"
options for base

option ones "A star makes the next player draw"

  rule star-one
    when player plays star
    then next player draws 1

option others "Who holds few draws, and makes the next player draw from four cards on"

  rule star-few
    when player plays star
    instead of star-one
    if number of cards in hand of player is at most 3
    then player draws 1

  rule star-many
    when player plays star
    instead of star-one
    after star-few
    if number of cards in hand of player is at least 4
    then next player draws 2
