# expect nothing of UNO401
# with dead-only-each-other-and-a-third.lamps
# seats 2

use "base.uno"
options for base

option lamps "A star lights the second lamp once the first is lit, and a 4 the first once the second is; a 2 lights the first"

  variable first: yes or no
  variable second: yes or no

  rule light
    when player plays star
    if first
    then second becomes yes

  rule answer
    when player plays 4
    if second
    then first becomes yes

  rule spark
    when player plays 2
    then first becomes yes
