use "base.uno"
options for base

option three "Three values behind not"

  rule neither
    when player plays a card
    if not the card is 1 or 2 or 3
    then next player draws 1

  rule nor
    when player plays a card
    if the card is not red 1 or red 2 or red 3
    then next player draws 1
