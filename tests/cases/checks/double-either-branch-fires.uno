# expect UNO206 witnessed: double-either-branch-fires.red-turns, double-either-branch-fires.three-turns
# with double-either-branch-fires.way, double-either-branch-fires.threes, double-either-branch-fires.reds
# seats 3

# Each of two rules turns a value round, by one branch or the other: done twice it is as before.

use "base.uno"
options for base

option way "Which way play goes"
  variable way: onward or back

  rule only-back
    any player cannot play star
    if way is onward

option threes "A 3 turns play round"
  requires way

  rule three-turns
    when player plays 3
    then
      if way is onward then way becomes back
      otherwise way becomes onward

option reds "A red card turns play round"
  requires way

  rule red-turns
    when player plays a red card
    then
      if way is onward then way becomes back
      otherwise way becomes onward
