# expect UNO405 proved: part-of-a-held-card-fires.proud
# with part-of-a-held-card-fires.pride
# seats 2

# Whoever may play a card has one.

use "base.uno"
options for base

option pride "No star as the last card but one"
  rule proud
    any player cannot play star
    if number of cards in hand of player is at least 1 and number of cards in hand of player is at most 2
