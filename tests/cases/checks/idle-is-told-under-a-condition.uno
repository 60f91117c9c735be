# expect nothing of UNO403
# with idle-is-told-under-a-condition.manners
# seats 2

# What players are told in a branch is something, too, though nothing changes on the table.

use "base.uno"
options for base

option manners "A star is announced"

  rule announce
    when player plays star
    then
      if number of cards in hand of player is 1
        note "One star, one card"
      otherwise note "A star!"
