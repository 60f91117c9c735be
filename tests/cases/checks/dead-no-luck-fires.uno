# expect UNO401 proved: dead-no-luck-fires.lucky
# with dead-no-luck-fires.luck
# seats 2

# Luck is for whoever draws up to six cards, and before the move is over it is gone.

use "base.uno"
options for base

option luck

  variable luck of each player: yes or no

  rule drawn
    when player draws a number
    if number of cards in hand of player is at least 6
    then luck of player becomes yes

  rule gone
    when the table settles
    before going-out
    then
      for each player
        luck of player becomes no

  rule lucky
    during turn
    its player may play a card
    if luck of player is yes
    then over becomes yes
