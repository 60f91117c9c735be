# expect nothing of UNO305
# with choice-clock.clock
# seats 2

# Everybody may draw for ever, but for the clock.

use "base.uno"
options for base

option clock "A round has 20 moves"
  without base.play, base.draw

  variable moves: 0 to 20

  rule clock-play
    during turn
    its player may play a card
    if the card is playable and moves is less than 20
    then over becomes yes
      moves += 1

  rule clock-draw
    during turn
    its player may draw 1
    if moves is less than 20
    then over becomes yes
      moves += 1

  rule time-is-up
    when the table settles
    before going-out
    if moves is 20
    then end the round
