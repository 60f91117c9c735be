# expect UNO401 bounded: dead-card-shown-fires.late
# with dead-card-shown-fires.show
# seats 2

use "base.uno"
options for base

option show "A card can be shown, and counts as the top card"
  variable k: 0 to 100000, kept
  act show a card from hand
    then top card becomes the card
  act wait

  rule tick
    when the table settles
    then k += 1

  rule show
    during turn
    its player may show a card
    if k is less than 99990

  rule late
    during turn
    its player may wait
    if top card is star
    if not (top of discard pile is star)
    if k is 90000
    then over becomes yes
