# expect no finding of UNO302
# with endless-only-on-a-small-deck.count
# seats 2
# also UNO304

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

  act wave
  situation dance on a player

  rule begins
    when the table settles
    if played of player of turn is 1 and number of cards in hand of player of turn is 1
    then begin dance on player of turn

  rule wave
    during dance
    its player must wave
    then pass dance to left of player
