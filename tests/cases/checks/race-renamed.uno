# expect no finding of UNO502
# with race-renamed.grab
# seats 3

use "base.uno"
options for base

option grab "A star may be grabbed by whoever is first of the others"

  act grab

  variable free: yes or no

  rule star
    when player plays star
    then free becomes yes

  rule grab
    during turn
    any other player may grab
    if free is yes
    then free becomes no
      move top from draw pile to hand of player

  rule gone
    when player plays a card
    if the card is not star
    then free becomes no
