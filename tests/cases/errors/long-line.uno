use "base.uno"

game slip "A slip" extends base

  rule fine
    when player plays 1
    if number of cards in hand of player is 0 or number of cards in hand of player is 1 or number of cards in hand of player is 2 or number of cards in hand of player is 3 or number of cards in hand of player is 4 or number of cards in hand of player is 5 or number of cards in hand of player is 6 or number of cards in hand of player is 7 or number of cards in hand of player is 8 or number of cards in hand of player is 9 or number of cards in hand of player is 10 or number of cards in hand of player is 11 or number of cards in hand of player is 12 or number of cards in hand of player is 13 or number of cards in hand of player is 14 or number of cards in hand of player is 15 or number of cards in hand of player is 16 or number of cards in hand of player is 17 or number of cards in hand of player is 18 or number of cards in hand of player is 19 or nobody knows
    then player draws 1
