# expect no finding of UNO207
# with contradiction-word-still-used.cheap, contradiction-word-still-used.suffers
# seats 3

# One option gives a word another meaning, the other counts with that word in another way: both hold.

use "base.uno"
options for base

option cheap "A 4 is worth nothing"

  rule cheap
    points of a card means 0
    if the card is 4

option suffers "Everybody pays for what is held"

  rule suffer
    when the round ends
    instead of base.score
    then
      for each player
        score of player += total of points for cards in hand of player
