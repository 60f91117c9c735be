# expect UNO203 witnessed: base.play, outcomes-shielded-later-fires.shield-up
# with outcomes-shielded-later-fires.shield
# seats 2

use "base.uno"
options for base

option shield "Whoever plays pays a card, unless a 3 was played shielded"
  variable shielded: yes or no

  rule pay
    when player plays a card
    then player draws 1 card

  rule free
    when player plays a card
    instead of pay
    if shielded is yes
    if the card is not 3
    then do nothing

  rule shield-up
    during turn
    its player may play 3
    if the card is playable
    then over becomes yes
      shielded becomes yes
