# expect UNO302 witnessed: endless-debts-change-places-fires.flip-first, endless-debts-change-places-fires.flip-second
# with endless-debts-change-places-fires.two
# seats 2

use "base.uno"
options for base

option two "Two debts that change places"
  variable x: 0 to 9
  act flip
  act close
  situation first debt on a player
  situation second debt on a player

  rule open
    when player plays star
    then begin second debt on player
      begin first debt on player
      x becomes 5

  rule flip-first
    during first debt
    its player may flip
    if second debt is open
    if x is at least 1
    then end second debt
      begin second debt on player
      x -= 1

  rule flip-second
    during second debt
    its player may flip
    if first debt is open
    if x is at most 8
    then end first debt
      begin first debt on player
      x += 1

  rule close-first
    during first debt
    its player may close
    then end the round won by player

  rule close-second
    during second debt
    its player may close
    then end the round won by player
