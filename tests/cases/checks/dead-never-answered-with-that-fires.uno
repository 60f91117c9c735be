# expect UNO401 proved: dead-never-answered-with-that-fires.three-back
# with dead-never-answered-with-that-fires.duel
# seats 2

use "base.uno"
options for base

option duel "A 3 is answered with a 4; a 3 in answer would cost a card"

  act play a card
    manners back
  situation duel on a player

  rule begin-duel
    when player plays 3
    then begin duel on next player

  rule hit
    during duel
    its player may play 4 as back
    then end duel

  rule give-up
    during duel
    its player must otherwise draw 1
    then end duel

  rule three-back
    when player plays 3 as back
    then player draws 1
