# expect nothing of UNO203
# with outcomes-word-for-word.one, outcomes-word-for-word.other
# seats 2

# Two rules offer the same move, and what comes of it is the same: whichever is meant, nobody can tell.

use "base.uno"
options for base

option one "A star on anything"

  rule any-star
    during turn
    its player may play star
    if number of cards in hand of player is at least 3
    then over becomes yes

option other "A star while many cards are left"

  rule early-star
    during turn
    its player may play star
    if number of cards in draw pile is at least 3
    then over becomes yes
