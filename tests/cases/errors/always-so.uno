use "base.uno"
options for base

option one "Conditions that are settled before the game"
  rule just-set
    when player plays top card
    then next player draws 1

  rule just-laid
    when player plays top of discard pile
    then next player draws 1

  rule always
    when player plays 4
    if yes
    then next player draws 1

  rule never
    when player plays 4
    if number of players is 2 and not yes
    then next player draws 1

  rule the-card-below
    when player plays card 2 of discard pile
    then next player draws 1
