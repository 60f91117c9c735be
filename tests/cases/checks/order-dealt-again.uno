# expect no finding of UNO201
# with order-dealt-again.laid-aside, order-dealt-again.costs
# seats 4

# Cards lie shuffled: two go to different places, a round ends, what is in a hand then counts, and many are dealt anew.

use "base.uno"

game order-dealt-again "Short rounds until somebody has enough" extends base
  set hand-size to 1

  zone table, face down

  variable moves: 0 to 9

  rule count-plays
    when player plays a card
    then moves += 1

  rule count-draws
    when player draws a number
    then moves += 1

  rule laid-out
    when the round begins
    after base.deal
    then move top 6 from draw pile to table

  rule many-rounds
    when the round ends
    instead of base.one-round
    after base.score
    then
      if there is players where (their score is at least 8)
        end the match won by players where (their score is at least 8)
      otherwise
        move all from table to draw pile
        begin a round

option laid-aside "An early 1 lays a card on the table"

  rule lays-aside
    when player plays 1
    after count-plays
    if moves is at most 3
    then move top from draw pile to table

option costs "An early 1 costs whoever comes next a card"

  rule costs-one
    when player plays 1
    after count-plays
    if moves is at most 3
    then next player draws 1
