# expect no finding of UNO303
# also UNO304
# with stuck-only-on-a-small-deck.count
# seats 2

# Whoever has played one card has two left: no game comes to a hand of one card by then.

use "base.uno"
options for base

option count "Cards that are played are counted, and nobody draws"
  without draw

  deck
    2 of green: 1 to 4
    2 of yellow: 1 to 4
    color is green, yellow

  variable played of each player: 0 to 9

  act skip

  rule skip
    during turn
    its player must otherwise skip
    then over becomes yes

  rule counted
    when player plays a card
    then played of player += 1

  rule tired
    any player cannot do anything
    if played of player is 1 and number of cards in hand of player is 1
