use "base.uno"
options for base

option words "Words that no name can have"

  variable cards in play: 0 to 5

  zone stock to draw, face down

  situation thing to do on a player

  act draw for color

  rule good
    a card is good on a card means yes

  rule then-missing
    when player plays 3
    next player draws 1

  rule when-missing
    player plays 3
    then next player draws 1

  rule asks
    when player plays 3
    then next player may draw 1

  rule whose
    when player plays 3
    if number of cards in player's hand is 1
    then next player draws 1

  rule commas
    when player plays 1, 2 or 3
    then next player draws 1

  rule article
    when player plays 3
    if the number of cards in hand of player is 1
    then next player draws 1
