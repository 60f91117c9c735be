# expect nothing of UNO201
# with order-other-card.first
# seats 2

# One rule changes what the other asks for, and they are about different cards.

use "base.uno"
options for base

option first "The first rules"
  variable mode: 0 to 5
  rule up
    when player plays star
    if mode is less than 2
    then mode += 1
  rule low
    when player plays 4
    then player draws 1
  rule r0
    when player plays 4
    instead of low
    if mode is 0
    then do nothing
  rule r1
    when player plays 4
    instead of low
    if mode is 1
    then score of player += 1
