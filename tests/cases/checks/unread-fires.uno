# expect UNO406 proved: unread-fires.remember
# with unread-fires.keep
# seats 2

# Nothing asks whether the last card was a star.

use "base.uno"
options for base

option keep "It is kept whether the last card was a star"

  variable starred: yes or no

  rule remember
    when player plays a card
    then starred becomes yes if the card is star, otherwise no
