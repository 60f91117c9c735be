# expect no finding of UNO207
# with contradiction-other-cards.again, contradiction-other-cards.miss
# seats 3

# The same two rules for two cards: no card is both.

use "base.uno"
options for base

option again "Whoever plays a 3 plays again"

  variable plays again: yes or no

  rule a-three
    when player plays 3
    then plays again becomes yes

  rule again-at-the-end
    when the table settles
    before next-turn
    if plays again is yes
    then over of turn becomes no
      plays again becomes no

option miss "A 4 makes the next player miss a turn"

  rule miss
    when player plays 4
    then pass turn to next player
