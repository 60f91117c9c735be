# expect UNO206 witnessed: double-sent-home-fires.red-sends, double-sent-home-fires.three-sends
# with double-sent-home-fires.threes, double-sent-home-fires.reds, double-sent-home-fires.alone
# seats 4
# also UNO303, UNO501

# Whoever sits to the left is another one once the first has gone.

use "base.uno"
options for base

option alone "Whoever is left wins"

  rule alone
    when player leaves
    if number of players is 1
    then end the match won by players

option threes "A 3 sends the next player home"

  rule three-sends
    when player plays 3
    then remove left of player

option reds "A red card sends the next player home"

  rule red-sends
    when player plays a red card
    then remove left of player
