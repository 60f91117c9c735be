# expect nothing of UNO406
# with unread-in-a-ban.keep
# seats 2

# A ban asks for it.

use "base.uno"
options for base

option keep "No star on a star"

  variable starred: yes or no

  rule remember
    when player plays a card
    then starred becomes yes if the card is star, otherwise no

  rule no-star
    any player cannot play star
    if starred
