# expect UNO207 witnessed: contradiction-fires.a-three, contradiction-fires.miss
# with contradiction-fires.again, contradiction-fires.miss
# seats 3

# After a 3 its player is on turn again; after a 3 the next player misses a turn. Whose turn is it?

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

option miss "A 3 makes the next player miss a turn"

  rule miss
    when player plays 3
    then pass turn to next player
