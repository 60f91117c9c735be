# expect UNO207 witnessed: contradiction-ends-the-round-fires.four-again, contradiction-ends-the-round-fires.four-ends
# with contradiction-ends-the-round-fires.ends, contradiction-ends-the-round-fires.again
# seats 2

# What a 4 does is answered by both: it ends the round, or its player plays on.

use "base.uno"
options for base

option ends "A 4 ends the round"

  rule four-ends
    when player plays 4
    then end the round won by player

option again "Whoever plays a 4 plays on"

  rule four-again
    when player plays 4
    then over of turn becomes no
