# expect UNO301 bounded: endless-undecided.halve-or-triple
# with endless-undecided.chain
# seats 3

# It ends for every number of cards that there is; no sum gets less with each step.

use "base.uno"
options for base

option chain "Draw on, half as often or three times and one more, until it is once"

  variable turns: 0 to 10000

  rule begin
    when player plays a card
    then turns becomes number of cards in hand of player + 3

  rule halve-or-triple
    when player draws a number
    if turns is more than 1
    then
      if turns / 2 * 2 is turns
        turns becomes turns / 2
      otherwise
        turns becomes turns * 3 + 1
      next player draws 1
