# expect UNO401 proved: dead-ban-for-nothing-fires.no-late-cards
# with dead-ban-for-nothing-fires.late
# seats 2

# No option lets anybody play out of turn, so there is no table at which this forbids anything.

use "base.uno"
options for base

option late "Everybody waits for the turn"

  rule no-late-cards
    during turn
    any other player cannot play a card

option twos "A 2 makes the next player draw"

  rule two
    when player plays 2
    then next player draws 1
