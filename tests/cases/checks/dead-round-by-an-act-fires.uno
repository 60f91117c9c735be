# expect UNO401 bounded: dead-round-by-an-act-fires.spy
# with dead-round-by-an-act-fires.redeal
# seats 2

use "base.uno"
options for base

option redeal "Dead round by an act fires"
  act redeal
    then begin a round
  act call
  variable k: 0 to 100000, kept
  variable heard: 0 to 5
  situation toll on a player

  rule count
    when the table settles
    then k += 1

  rule redeal
    during turn
    its player may redeal
    then begin toll on player


  rule spy
    during turn
    its player may call
    if toll is open and k is 90000
    then heard += 1
