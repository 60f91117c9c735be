# expect UNO207 witnessed: contradiction-at-one-value-fires.throw, contradiction-at-one-value-fires.wait
# with contradiction-at-one-value-fires.limit, contradiction-at-one-value-fires.quiet
# seats 3
# also UNO401

use "base.uno"
options for base

option limit "Whoever holds as many cards as the limit may throw in a star"
  parameter crowd "cards that are a crowd": 1 to 12, default 9

  rule throw
    during turn
    any other player may play star
    if number of cards in hand of player is crowd
    then over of turn becomes no

option quiet "Whoever holds four cards waits for the turn"

  rule wait
    during turn
    any other player cannot play a card
    if number of cards in hand of player is 4
