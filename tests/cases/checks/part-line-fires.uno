# expect UNO405 proved: part-line-fires.counts
# with part-line-fires.more
# seats 2

# What a line sets has just been set, must be so, or is nothing that can be added.

use "base.uno"
options for base

option more "Some cards count more"

  variable bonus: 0 to 50
  variable wary: players
  variable mood: merry or grim

  rule counts
    when player plays 1
    if mood is merry
    then bonus becomes 3
      score of player += bonus
      bonus becomes 0
      for each player
        score of player += bonus
      wary += player
      wary += player
      mood becomes merry

  rule cheers
    when player plays 3
    then mood becomes grim if player is in wary, otherwise merry
