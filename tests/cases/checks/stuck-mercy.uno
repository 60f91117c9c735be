# expect nothing of UNO303
# with stuck-mercy.mercy
# seats 3

use "base.uno"
options for base

option mercy "Whoever holds too many cards is out"

  rule mercy
    when player draws a number
    if number of cards in hand of player is more than 6
    then move all from hand of player to draw pile
      remove player
      if number of players is 1 then end the round won by players
