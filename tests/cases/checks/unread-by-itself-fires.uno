# expect UNO406 proved: unread-by-itself-fires.counts
# with unread-by-itself-fires.keep
# seats 2

# Only the count itself depends on the count.

use "base.uno"
options for base

option keep "Stars are counted"

  variable stars of each player: 0 to 9

  rule counts
    when player plays star
    if stars of player is at most 8
    then stars of player += 1
