use "base.uno"
options for base

option somebody "Somebody, but who?"

  act choose an opponent
  act name a color

  rule names
    when player plays 3
    then player names a color

  rule chooses
    when player plays 3
    then player chooses an opponent

  rule any
    when player plays 3
    then any player draws 1

  rule another
    when player plays 3
    then show hand of player to another player

  rule passes
    when player plays 3
    then pass turn to a player

  rule asks
    when player plays 3
    if a card is red
    then next player draws 1

  rule picks
    when player plays 3
    then pass turn to first of players where (number of cards in their hand is 1)

  rule one
    when player plays 3
    then pass turn to one of players

  rule one-of
    when player plays 3
    if player is one of players
    then next player draws 1
