# expect UNO304 witnessed: base.play, base.draw
# also UNO401
# with trap-over-as-it-begins-fires.points
# seats 2

# Rounds that a star begins are over at once, and so it is not true that no round ever ends; the others never are.

use "base.uno"
options for base

option points "Only who has points goes out"
  without base.going-out, base.score

  rule out-with-points
    when the table settles
    before next-turn
    if there is players where (number of cards in their hand is 0 and their score is at least 1)
    then end the round won by players where (number of cards in their hand is 0 and their score is at least 1)

  rule lucky
    when the round begins
    after deal
    if top card is star
    then end the round won by first of players
