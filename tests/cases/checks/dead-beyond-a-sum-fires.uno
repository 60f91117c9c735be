# expect UNO401 proved: dead-beyond-a-sum-fires.eleven
# with dead-beyond-a-sum-fires.count
# seats 2

# Only what does not take the sum beyond ten is added to it.

use "base.uno"
options for base

option count "Numbers are added up to ten; with eleven, whoever draws gets a point"

  variable added: 0 to 40

  rule adds
    when player plays 1 to 4
    if added + number of face of the card is at most 10
    then added += number of face of the card

  rule eleven
    when player draws
    if added is at least 11
    then score of player += 1
