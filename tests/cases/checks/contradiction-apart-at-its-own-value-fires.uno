# expect UNO207 witnessed: contradiction-apart-at-its-own-value-fires.lucky, contradiction-apart-at-its-own-value-fires.stop
# with contradiction-apart-at-its-own-value-fires.luck, contradiction-apart-at-its-own-value-fires.stopping
# seats 3

# No card is both with the number that the table has; with another number one is.

use "base.uno"
options for base

option luck "The lucky number gives another turn"
  parameter lucky-number "the number that gives another turn": 1 to 4, default 1

  rule lucky
    when player plays 1 to 4
    if number of face of the card is lucky-number
    then over of turn becomes no

option stopping "After a 3 the next player misses a turn"

  rule stop
    when player plays 3
    then pass turn to next player after player of turn
