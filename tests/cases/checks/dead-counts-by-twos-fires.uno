# expect UNO401 proved: dead-counts-by-twos-fires.odd
# with dead-counts-by-twos-fires.steps
# seats 2

use "base.uno"
options for base

option steps "Each card counts two, up to 40 and from there again; 17 would cost a card"

  variable steps: 0 to 41

  rule count
    when player plays a card
    then
      if steps is less than 40
        steps += 2
      otherwise
        steps becomes 0

  rule odd
    when player plays star
    before count
    if steps is 17
    then player draws 1
