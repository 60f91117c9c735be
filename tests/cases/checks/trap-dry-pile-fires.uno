# expect UNO304 witnessed: trap-dry-pile-fires.take
# with trap-dry-pile-fires.dry
# seats 2

# The pile is not turned over. Once it is empty, and nobody can lay anything down, nothing happens any more.

use "base.uno"
options for base

option dry "Cards are taken, and the pile is not turned over"
  without base.draw

  rule take
    during turn
    its player must otherwise pick
    then over becomes yes

  act pick
    then move top from draw pile to hand of player
