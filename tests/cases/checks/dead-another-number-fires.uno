# expect UNO401 proved: dead-another-number-fires.one-costs
# with dead-another-number-fires.pairs, dead-another-number-fires.fine
# seats 2
# also UNO207

# Who may draw two cards instead of one never draws one.

use "base.uno"
options for base

option pairs "Two cards are drawn"

  rule two
    during turn
    its player may draw 2
    instead of base.draw
    then over becomes yes

option fine "Who draws one card pays for it"

  rule one-costs
    when player draws 1
    then score of player += 1
