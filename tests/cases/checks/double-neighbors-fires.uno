# expect UNO206 witnessed: double-neighbors-fires.before-draws, double-neighbors-fires.next-draws
# with double-neighbors-fires.before, double-neighbors-fires.next
# seats 2

# The next player draws, and the player on the right. That these are one player, where two play, is no more than a note.

use "base.uno"
options for base

option next "A 3 makes the next player draw"

  rule next-draws
    when player plays 3
    then next player draws 1

option before "A 3 makes the player on the right draw"

  rule before-draws
    when player plays 3
    then (right of player) draws 1
