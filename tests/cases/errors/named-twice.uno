use "base.uno"
use "base.uno"
options for base
options for other

option twice "What is said twice"

  clause some.clause, some.clause
  requires other
  requires other
  on by default
  on by default

  deck
    remove 0, red 1
    remove red 1

  act greet a player
    manners warmly, coldly, warmly

  rule lists
    clause some.clause, some.clause
    when player plays 1
    if top card is red
    if the top card is red
    before other
    after lists, lists
    then do nothing

  rule situations
    during turn or turn
    any player cannot play 1

  rule one-line
    during turn
    during debt
    any player cannot play 1

  rule always
    at any time
    during turn
    any player cannot play 1

option other "Another"
