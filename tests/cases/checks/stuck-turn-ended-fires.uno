# expect UNO303 bounded:
# with stuck-turn-ended-fires.hush
# seats 2

use "base.uno"
options for base

option hush "Turns end where the pile holds just two cards and a star falls on a hand of fourteen"
  rule hush
    when player plays star
    before base.next-turn
    if number of cards in hand of player is 14 and number of star in hand of player is 1
    then end turn
