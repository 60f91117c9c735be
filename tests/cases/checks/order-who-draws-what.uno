# expect no finding of UNO201
# with order-who-draws-what.gifts
# seats 2

# Cards lie shuffled: who draws first makes no difference, as long as there are enough. Early in a round there are.

use "base.uno"
options for base

option gifts "An early star is worth a card each"

  variable moves: 0 to 9

  rule count-plays
    when player plays a card
    then moves += 1

  rule count-draws
    when player draws a number
    then moves += 1

  rule mine
    when player plays star
    after count-plays
    if moves is at most 3
    then player draws 1

  rule theirs
    when player plays star
    after count-plays
    if moves is at most 3
    then next player draws 1
