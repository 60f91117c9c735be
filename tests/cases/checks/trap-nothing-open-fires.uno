# expect UNO304 witnessed: trap-nothing-open-fires.idle
# also UNO405
# with trap-nothing-open-fires.waiting
# seats 2

use "base.uno"
options for base

option waiting "Trap nothing open fires"
  without base.draw, base.play
  variable x: 0 to 5
  act wait
  rule play
    during turn
    its player may play a card
    then end turn
  rule stop
    during turn
    its player must otherwise wait
    then end the match won by player
  rule idle
    at any time
    any player may wait
    if not turn is open and x is less than 6
    then x += 1
