# expect nothing of UNO201
# with order-apart.pays, order-apart.swaps
# seats 3

use "base.uno"
options for base

option swaps "A red 1 passes all hands on"

  rule pass-hands
    when player plays a card
    if the card is red 1
    then give every hand to next player

option pays "A blue 1 costs a card"

  rule draws
    when player plays a card
    if the card is blue 1
    then player draws 1
