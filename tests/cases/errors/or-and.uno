use "base.uno"

game mixed "Or and and" extends base

  rule high
    when player plays a card
    if the card is 3 or 4 and number of players is 2
    then next player draws 1
