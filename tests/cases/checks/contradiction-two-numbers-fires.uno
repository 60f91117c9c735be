# expect UNO207 witnessed: contradiction-two-numbers-fires.two, contradiction-two-numbers-fires.three
# with contradiction-two-numbers-fires.pairs, contradiction-two-numbers-fires.triples
# seats 2

# How many cards may be drawn? What no player chooses, two rules answer differently.

use "base.uno"
options for base

option pairs "Two cards are drawn"

  rule two
    during turn
    its player may draw 2
    instead of base.draw
    then over becomes yes

option triples "Three cards are drawn"

  rule three
    during turn
    its player may draw 3
    instead of base.draw
    then over becomes yes
