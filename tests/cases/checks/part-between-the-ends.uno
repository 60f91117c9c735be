# expect nothing of UNO405
# with part-between-the-ends.bulge
# seats 2

# At the least and the greatest value, and at the usual one, the number is larger than any hand; in the middle it is not.

use "base.uno"
options for base

option bulge "Large hands bring a point"
  parameter p "how early": 1 to 10, default 1

  rule bulge
    when player plays a card
    if the card is star or number of cards in hand of player is at least 90 - p * (10 - p) * 4
    then score of player += 1
