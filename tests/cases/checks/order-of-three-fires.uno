# expect UNO201 witnessed: order-of-three-fires.aa, order-of-three-fires.bb
# with order-of-three-fires.three
# seats 2
# others stay open

# Of `aa` and `cc` nothing can be shown: with `bb` between them, a third outcome comes about, which is the doing of `aa` and `bb`.

use "base.uno"
options for base

option three "A 3 scores"

  variable marked: 0 to 1000

  rule aa
    when player plays 3
    then score of player += 1

  rule bb
    when player plays 3
    before cc
    then score of player becomes 2 * score of player

  rule cc
    when player plays 3
    then marked becomes score of player
      score of left of player += marked
