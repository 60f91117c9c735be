# expect UNO405 proved: part-done-by-the-act-fires.fours
# with part-done-by-the-act-fires.fours
# seats 2

# Whoever plays a card has made it the top card already, and nothing else writes that before this rule runs.

use "base.uno"
options for base

option fours "A 4 is the top card, and scores"

  rule fours
    when player plays 4
    then top card becomes the card
      score of player += 1
