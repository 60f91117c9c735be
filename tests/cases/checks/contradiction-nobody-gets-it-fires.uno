# expect UNO207 witnessed: contradiction-nobody-gets-it-fires.bonus, contradiction-nobody-gets-it-fires.nobody
# with contradiction-nobody-gets-it-fires.draw, contradiction-nobody-gets-it-fires.extra
# seats 2

# The points are for whoever wins, and with both on nobody does.

use "base.uno"
options for base

option draw "Out with a star: nobody has won"

  rule nobody
    when the table settles
    instead of base.going-out
    if there is players where (number of cards in their hand is 0) and top card is star
    then end the round

option extra "Out with a star: three points"

  rule bonus
    when the round ends
    before base.one-round
    if top card is star
    then
      for each player in winners
        score of player += 3
