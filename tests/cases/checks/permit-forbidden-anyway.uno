# expect nothing of UNO202
# with permit-forbidden-anyway.answers, permit-forbidden-anyway.calm
# seats 3

use "base.uno"
options for base

option answers "A star may be thrown in by the others, but not on a star"

  rule throw
    during turn
    any other player may play star
    then over becomes no

  rule not-on-a-star
    during turn
    any other player cannot play star
    if top card is star

option calm "Nobody plays out of turn on a star"

  rule quiet
    during turn
    any other player cannot play a card
    if top card is star
