# expect UNO207 witnessed: contradiction-of-the-last-card-fires.bonus, contradiction-of-the-last-card-fires.no-end
# with contradiction-of-the-last-card-fires.red-scores, contradiction-of-the-last-card-fires.red-draws
# seats 2

# Going out with a red card scores more, and a red card is no last card: the rule at the end of the round goes by that very move.

use "base.uno"
options for base

option red-scores "Going out with a red card scores 5 more"

  rule bonus
    when the round ends
    after score
    before one-round
    if top card is red
    then
      for each player in winners
        score of player += 5

option red-draws "Whoever lays a red last card draws one"

  rule no-end
    when player plays a red card
    if number of cards in hand of player is 0
    then player draws 1
