use "base.uno"
options for base

option extra "A card is compared with itself"

  rule one-color
    when player plays 3
    if color of the card is color of top card
    then next player draws 1

  rule another
    when player plays 4
    if top of discard pile is not the card
    then next player draws 1
