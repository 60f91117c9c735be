# expect UNO207 witnessed: contradiction-brought-back-fires.bonus
# with contradiction-brought-back-fires.plain, contradiction-brought-back-fires.generous
# seats 3

# One option takes a rule away; the other has the same rule under another name.

use "base.uno"
options for base

option plain "Nobody scores"
  without base.score

option generous "The winner scores, whatever else is said"

  rule bonus
    when the round ends
    instead of base.score
    before base.one-round
    then
      for each player in winners
        score of player += total of points for cards in hand of left of player
