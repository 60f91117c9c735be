# expect UNO201 witnessed: order-where-cards-run-out.mine, order-where-cards-run-out.theirs
# with order-where-cards-run-out.gifts
# seats 2

# Cards lie shuffled, so who draws first makes a difference only where there are too few of them: a note.

use "base.uno"
options for base

option gifts "A star is worth a card each"

  rule mine
    when player plays star
    then player draws 3

  rule theirs
    when player plays star
    then next player draws 3
