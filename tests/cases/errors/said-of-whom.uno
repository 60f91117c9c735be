use "base.uno"
options for base

option whom "Words that could be said of two things"

  rule low
    a card is low means the card is 1 or 2

  rule top
    when player plays a card
    if top card is 3 or low
    then next player draws 1

  rule held
    when player plays a card
    if player holds red or low
    then next player draws 1

  rule looked-at
    when player plays a card
    if there is a card in hand of player where low and its color is red
    then next player draws 1
