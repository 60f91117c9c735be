# expect no finding of UNO405
# with part-group-in-effects.luck
# seats 2

# Words in parentheses are read after the card has left the hand. Only a going-out that play hardly meets makes them true.

use "base.uno"
options for base

option luck "Going out on the golden card brings luck"
  deck
    face is golden
    1 of red: golden
    400 of each color: 1

  variable luck: 0 to 3

  rule sly
    during turn
    its player may play a card
    instead of play
    if the card is playable
    then over becomes yes
      if luck is less than 3 and (number of cards in hand of player is 0 and the card is golden)
        luck += 1

scenario "it happens"
  with luck
  seats ann, bob
  ann holds red golden
  bob holds blue 3, blue 4
  discard pile is red 1; turn of ann
  luck is 1
  ann plays red golden
  expect luck is 2
