# expect UNO304 witnessed: trap-nobody-ever-out-fires.out-with-points
# also UNO401
# with trap-nobody-ever-out-fires.points
# seats 2

# A round ends once somebody with points is out, and there are points only for a round that has ended.

use "base.uno"
options for base

option points "Only who has points goes out"
  without base.going-out

  rule out-with-points
    when the table settles
    before next-turn
    if there is players where (number of cards in their hand is 0 and their score is at least 1)
    then end the round won by players where (number of cards in their hand is 0 and their score is at least 1)
