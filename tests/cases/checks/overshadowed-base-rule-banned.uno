# expect nothing of UNO402
# with overshadowed-base-rule-banned.taking
# seats 2

# An option is there to forbid what the game offers.

use "base.uno"
options for base

option taking "Nobody draws by choice: a card is taken, and it goes on"

  act take one

  rule no-drawing
    any player cannot draw a number

  rule take
    during turn
    its player may take one
    then player draws 1
      over becomes yes
