# expect UNO303 bounded:
# with stuck-no-color-fires.shade
# seats 2

use "base.uno"
options for base

option shade "The shade says what can be done"
  variable shade: color
  variable k: 0 to 100000, kept
  act wait
  situation pause on a player

  rule tick
    when the table settles
    then k += 1

  rule set-shade
    when player plays star
    if k is 90000
    then shade becomes color of the card
      begin pause on player

  rule red
    during pause
    its player may wait
    if shade is red
    then end pause

  rule blue
    during pause
    its player may wait
    if shade is blue
    then end pause
