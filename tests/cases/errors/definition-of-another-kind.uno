use "base.uno"
options for base

option kinds "Names that are defined already, or mean something by themselves"

  rule whose
    next player means 3

  rule what
    next player after a player means 3

  rule shown
    a card is draw-two means the card is red

  rule digit
    5 means 3

  rule side
    left of a player means right of the player

  rule count
    number of a card means 3

  rule grouped
    (points of a card) means 3
