use "base.uno"
options for base

option acts "Acts of the game, declared as others"

  act draw a number
    then move top 2 from draw pile to hand of player

  act play a number

  act pass a card

  act play a card from discard pile

  act play red

  act give a player a card

  act name a colour
