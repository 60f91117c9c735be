# expect UNO301 witnessed: endless-cascade-too-long-fires.noise
# with endless-cascade-too-long-fires.applause
# seats 2

# No rule sets itself off, and yet one move has more events than the engine lets a move have.

use "base.uno"
options for base

option applause "A 3 is applauded"
  act clap
  variable noise: 0 to 9

  rule applause
    when player plays 3
    then
      repeat 1001 times
        for each player
          player claps

  rule noise
    when player claps
    then noise += 1
