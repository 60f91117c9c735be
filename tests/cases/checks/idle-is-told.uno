# expect nothing of UNO403
# with idle-is-told.manners
# seats 2

# Nothing changes on the table, and the players are told something.

use "base.uno"
options for base

option manners "A star is announced"

  rule announce
    when player plays star
    then note "A star!"
