use "base.uno"
options for base

option counts "Numbers of cards where a card stands"

  rule held
    when player plays 3
    if next player holds 2 cards
    then next player draws 1

  rule none
    when player plays 3
    if player holds no red cards
    then next player draws 1

  rule there
    when player plays 3
    if there is 2 cards in hand of player
    then next player draws 1

  rule lying
    when player plays 3
    if two cards is in hand of player
    then next player draws 1

  rule played
    when player plays 2 cards
    then next player draws 1

  rule drawn
    when player plays 3
    then next player draws a card
