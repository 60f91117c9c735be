# expect no finding of UNO207
# with contradiction-said.again, contradiction-said.miss
# seats 3

# The text says how the two stand to each other.

use "base.uno"
options for base

option again "Whoever plays a 3 plays again"

  rule again
    when player plays 3
    then over of turn becomes no

option miss "A 3 makes the next player miss a turn"

  rule miss
    when player plays 3
    instead of again
    then pass turn to next player
