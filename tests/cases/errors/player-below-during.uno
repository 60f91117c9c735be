use "base.uno"
options for base

option extra "Whoever it is, or anybody"

  rule pass
    during turn
    player may pass
    then over becomes yes

  rule no-three
    during turn
    the player cannot play 3

  rule others
    at any time
    any other player may pass
    then do nothing
