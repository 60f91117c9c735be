# expect UNO202 witnessed: permit-where-all-is-stuck-fires.pay, permit-where-all-is-stuck-fires.poor
# with permit-where-all-is-stuck-fires.toll, permit-where-all-is-stuck-fires.poor
# seats 2
# also UNO303, UNO501

use "base.uno"
options for base

option toll "A 4 costs a card"

  situation toll on a player

  act draw a number
    manners toll

  rule toll
    when player plays 4
    then begin toll on player

  rule pay
    during toll
    its player must draw 1 as toll
    then end toll

option poor "Nobody pays who has a single card left"

  act draw a number
    manners toll

  rule poor
    any player cannot draw a number as toll
    if number of cards in hand of player is 1
