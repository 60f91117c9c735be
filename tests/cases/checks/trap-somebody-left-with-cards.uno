# expect no finding of UNO304
# with trap-somebody-left-with-cards.leavers
# seats 3

# Whoever leaves after the deal keeps some cards. What holds where all three take part does not hold then.

use "base.uno"
options for base

option leavers "One seat is dealt cards and leaves"
  without base.going-out

  act give up
  variable asked: 0 to 5000

  rule leave
    when the round begins
    after deal
    then remove right of first of players

  rule give-up
    at any time
    any player may at will give up
    then asked += 1

  rule stop
    when the table settles
    if number of players is 2 and asked is at least 4990
    then end the round won by first of players

  rule keep-one
    during turn
    its player cannot play a card
    if number of cards in hand of player is 1
