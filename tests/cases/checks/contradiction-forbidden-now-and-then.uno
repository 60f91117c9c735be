# expect no finding of UNO207
# with contradiction-forbidden-now-and-then.no-twins, contradiction-forbidden-now-and-then.threes
# seats 2

# A ban takes some of the moves away on which a rule runs: of the others it says nothing.

use "base.uno"
options for base

option no-twins "No 3 on a 3"

  rule no-twins
    any player cannot play 3
    if top card is 3

option threes "A 3 scores"

  rule threes
    when player plays 3
    then score of player += 5
