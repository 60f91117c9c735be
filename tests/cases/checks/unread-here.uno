# expect nothing of UNO406
# with unread-here.keep
# seats 2

# Another option of the file asks for it.

use "base.uno"
options for base

option keep "It is kept whether the last card was a star"

  variable starred: yes or no

  rule remember
    when player plays a card
    then starred becomes yes if the card is star, otherwise no

option twice "No star on a star"
  requires keep

  rule no-star
    any player cannot play star
    if starred
