# expect nothing of UNO405
# with part-done-again-by-the-rule.fours
# seats 2

# The rule itself takes back what the act has done, and then does it again.

use "base.uno"
options for base

option fours "After a 4 the card below counts, for whoever asks about it"

  variable asked: card or nothing

  rule fours
    when player plays 4
    then top card becomes nothing
      asked becomes top card
      top card becomes the card

  rule scores
    when player draws
    if asked is nothing
    then score of player += 1
      asked becomes top card
