# expect no finding of UNO201
# with order-who-draws-what.gifts
# seats 2

# Cards lie shuffled: who draws first makes no difference, as long as there are enough.

use "base.uno"
options for base

option gifts "A star is worth a card each"

  rule mine
    when player plays star
    if number of cards in draw pile is at least 2
    then player draws 1

  rule theirs
    when player plays star
    if number of cards in draw pile is at least 2
    then next player draws 1
