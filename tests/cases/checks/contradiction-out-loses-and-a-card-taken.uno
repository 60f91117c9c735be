# expect no finding of UNO207
# with contradiction-out-loses-and-a-card-taken.loses, contradiction-out-loses-and-a-card-taken.takes
# seats 3

# Who takes a card is not out: what becomes of players who are out is about rounds that end.

use "base.uno"
options for base

option takes "A 3 takes the 1s of the next player"
  rule takes
    when player plays 3
    then move all 1 cards from hand of next player to hand of player

option loses "Whoever gets rid of all cards loses; the others win"
  rule loses
    when the table settles
    instead of base.going-out
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is more than 0)
