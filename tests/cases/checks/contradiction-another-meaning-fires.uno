# expect UNO207 witnessed: contradiction-another-meaning-fires.one-on-four, contradiction-another-meaning-fires.only-fours
# with contradiction-another-meaning-fires.neighbors, contradiction-another-meaning-fires.fours
# seats 2
# also UNO304

# What one option allows by another meaning of a word, the other forbids.

use "base.uno"
options for base

option neighbors "A 1 goes on a 4"
  rule one-on-four
    a card is playable means yes
    if the card is 1 and top card is 4

option fours "On a 4 nothing goes but a 4"
  rule only-fours
    during turn
    its player cannot play a card
    if top card is 4 and the card is not 4
