# expect UNO207 witnessed: contradiction-chosen-or-set-fires.named, contradiction-chosen-or-set-fires.four
# with contradiction-chosen-or-set-fires.choice, contradiction-chosen-or-set-fires.four
# seats 2

# What is chosen later replaces what the other rule sets, also where the first choice in alphabetical order is the same.

use "base.uno"
options for base

option choice "Whoever plays a 3 says what counts as the top card"

  act name a card

  situation asking on a player

  rule asking
    when player plays 3
    then begin asking on player

  rule named
    during asking
    its player must name a card
    then top card becomes the card
      end asking

option four "After a 3 the top card is a blue 1"

  rule four
    when player plays 3
    then top card becomes blue 1
