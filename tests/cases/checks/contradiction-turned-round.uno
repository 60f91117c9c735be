# expect no finding of UNO207
# with contradiction-turned-round.turns, contradiction-turned-round.again
# seats 3

# Who comes next follows from the direction. Whoever plays again does so either way, and play is turned round.

use "base.uno"
options for base

option turns "A 3 turns play round"

  variable direction: clockwise or counterclockwise, kept

  rule turns
    when player plays 3
    then direction becomes counterclockwise if direction is clockwise, otherwise clockwise

  rule neighbor
    next player after a player means right of the player
    if direction is counterclockwise

option again "Whoever plays a 3 plays again"

  rule again
    when player plays 3
    then over of turn becomes no
