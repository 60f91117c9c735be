# Options that are called like what they declare.

use "base.uno"
options for base

option flag "A 4 raises the flag"
  variable flag: yes or no

  rule raise
    when player plays 4
    then flag becomes yes

option use "With the flag up, a 3 costs the next player a card"
  brings flag

  rule use
    when player plays 3
    if flag
    then next player draws 1

option all-threes "A 3 costs the next player a card"

  rule three
    when player plays 3
    then next player draws 1

option freeze "The flag stays down; with it up, nobody could play a star"
  brings flag
  without raise

  rule frozen
    any player cannot play star
    if flag
