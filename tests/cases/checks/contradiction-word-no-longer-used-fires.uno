# expect UNO207 witnessed: contradiction-word-no-longer-used-fires.cheap, contradiction-word-no-longer-used-fires.flat
# with contradiction-word-no-longer-used-fires.cheaper, contradiction-word-no-longer-used-fires.flat
# seats 3

# One option gives a word another meaning, and the other no longer counts with it.

use "base.uno"
options for base

option cheaper "A 4 is worth nothing"

  rule cheap
    points of a card means 0
    if the card is 4

option flat "A win is worth ten"

  rule flat
    when the round ends
    instead of base.score
    then
      for each player in winners
        score of player += 10
