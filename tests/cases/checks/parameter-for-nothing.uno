# expect no finding of UNO205
# with parameter-for-nothing.trumps, parameter-for-nothing.five-for-none, parameter-for-nothing.one
# seats 2
# also UNO404

# The meanings differ only for no card at all, and before the first star the three asks about no card.

use "base.uno"
options for base

option five-for-none "Five where there is no trump, else one"
  rule bonus-a
    bonus of a card means 5 if face of the card is nothing, otherwise 1
    instead of bonus

option one "Always one"
  rule bonus-b
    bonus of a card means 1
    instead of bonus

option trumps "The last star is the trump"

  variable trump: card or nothing

  rule bonus
    bonus of a card means 2

  rule star
    when player plays star
    then trump becomes the card

  rule three
    when player plays 3
    then (next player after player) draws bonus of trump
