# expect no finding of UNO401
# with dead-so-many-cards-by-a-penalty.hand-limit, dead-so-many-cards-by-a-penalty.full-hand
# seats 2

# Nobody draws with six cards in hand, and yet there are hands of seven: a star makes the next player draw two.

use "base.uno"
options for base

option hand-limit

  rule hand-limit
    any player cannot draw
    if number of cards in hand of player is at least 6

  rule go-without
    during turn
    its player may play star
    then over becomes yes

  rule star-stings
    when player plays star
    then (next player after player) draws 2

option full-hand

  rule anything-goes
    during turn
    its player may play a card
    if number of cards in hand of player is at least 7
    then over becomes yes
