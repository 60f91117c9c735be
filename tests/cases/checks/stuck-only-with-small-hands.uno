# expect no finding of UNO303
# with stuck-only-with-small-hands.full
# seats 2

# With all cards nobody has fewer than three; a small deck is dealt smaller hands.

use "base.uno"
options for base

option full "Whoever plays a card draws one; whoever has fewer than three can do nothing"

  rule draws-one
    when player plays a card
    then player draws 1

  rule fewer
    any player cannot do anything
    if number of cards in hand of player is less than 3

  rule enough
    when the table settles
    if there is players where (number of cards in their hand is at least 6)
    then end the round won by players where (number of cards in their hand is at least 6)
