# expect UNO203 witnessed: outcomes-while-several-owe-fires.pay, outcomes-while-several-owe-fires.pay-well
# with outcomes-while-several-owe-fires.toll
# seats 3

# The position says for whom the table waits, and these are two.

use "base.uno"
options for base

option toll "A star costs the others a card each"

  act pay
  situation toll on players

  rule toll-begins
    when player plays star
    then begin toll on other players of player

  rule pay
    during toll
    its players may pay
    if number of players of toll is 2
    then exclude player from players of toll

  rule pay-well
    during toll
    its players may pay
    if number of players of toll is 2
    then exclude player from players of toll
      score of player += 1

  rule pay-at-last
    during toll
    its players must pay
    if number of players of toll is 1
    then exclude player from players of toll

  rule paid
    when toll completes
    then end toll
