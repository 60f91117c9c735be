# expect nothing of UNO302
# with stack-others-come-and-go.duty
# seats 2

# While somebody owes cards, players can knock and be quiet again for ever. They could do so at any time, and it keeps nobody from paying.

use "base.uno"
options for base

option duty "Whoever comes after a 4 owes two cards"

  act knock
  act be quiet

  variable loud: players

  situation duty on a player
    count: 0 to 6

  rule duty-begins
    when player plays 4
    then begin duty on next player with count 2

  rule knocking
    at any time
    any player may knock
    if player is not in loud
    then loud += player

  rule quiet
    at any time
    any player may be quiet
    if player is in loud
    then loud -= player

  rule pay
    during duty
    its player must otherwise draw count
    then end duty
