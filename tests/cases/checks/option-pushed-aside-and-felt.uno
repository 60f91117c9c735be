# expect nothing of UNO404
# with option-pushed-aside-and-felt.first, option-pushed-aside-and-felt.second
# seats 2

# The middle rule never runs, and the lowest one only does not because of it.

use "base.uno"
options for base

option first "The first rules"
  variable n: 0 to 9
  rule low
    when player plays 4
    then n += 1
  rule top
    when player plays 4
    instead of mid
    then score of player += 1
option second "The second rules"
  requires first
  rule mid
    when player plays 4
    instead of low
    then do nothing
