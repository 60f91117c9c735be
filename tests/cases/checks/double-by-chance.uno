# expect nothing of UNO206
# with double-by-chance.bonus
# seats 2

# A bonus of 4 for a round won: the points of the other's last card may happen to be 4 as well.

use "base.uno"
options for base

option bonus "Winning is worth four points more"

  rule bonus
    when the round ends
    before one-round
    then
      for each player in winners
        score of player += 4
