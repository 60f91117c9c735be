# expect nothing of UNO201
# with order-both-add.first
# seats 2

# Both only add to the score, so it comes to the same in either order, also where the score is at its end.

use "base.uno"
options for base

option first "The first rules"
  rule r1
    when player plays 4
    then score of player += 3
  rule r2
    when player plays 4
    then score of player += number of cards in hand of next player
