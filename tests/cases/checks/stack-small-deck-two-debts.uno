# expect no finding of UNO302
# with stack-small-deck-two-debts.both
# seats 2

# Eight cards: a toll turns into a fine and a fine into a toll, and each time the other player gets back the card that it costs.

use "base.uno"
options for base

option both "A toll is answered by a star, a fine by a 4; each takes the last card of the pile along"
  deck
    remove each color: 1 to 2
    remove blue: 3
  situation toll on a player
    due: 0 to 90
  situation fine on a player
    due: 0 to 90
  rule three-asks
    when player plays 3
    if toll is not open and fine is not open
    then begin toll on next player after player with due 1
  rule answer-toll
    during toll
    its player may play star
    then begin fine on next player after player with due (due of toll + 1)
      end toll
      if number of cards in hand of player is less than 2 then player draws 1
  rule answer-fine
    during fine
    its player may play 4
    then begin toll on next player after player with due (due of fine + 1)
      end fine
      if number of cards in hand of player is less than 2 then player draws 1
  rule pay-toll
    during toll
    its player must otherwise draw due
    then end toll
  rule pay-fine
    during fine
    its player must otherwise draw due
    then end fine
