# expect no finding of UNO401
# with dead-counts-by-twos-and-stops.steps
# seats 2

use "base.uno"
options for base

option steps "Each card counts two, up to 3: there it stays, and goes back by two with a star"

  variable steps: 0 to 3

  rule count
    when player plays 1 or 2 or 3 or 4
    then steps += 2

  rule back
    when player plays star
    then steps -= 2

  rule odd
    when player plays 4
    before count
    if steps is 1
    then player draws 1
