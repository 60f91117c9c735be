# expect no finding of UNO207
# with contradiction-round-is-over.full-hand, contradiction-round-is-over.again
# seats 2

# A full hand ends the round, whoever is on turn: what a 4 does to the turn then belongs to a round that is over.

use "base.uno"
options for base

option full-hand "Whoever holds five cards has lost"

  rule full-hand
    when the table settles
    after next-turn
    if there is players where (number of cards in their hand is at least 5)
    then end the round won by players where (number of cards in their hand is less than 5)

option again "Whoever draws plays on"
  without draw

  rule draw-on
    during turn
    its player may draw 1
