# expect no finding of UNO302
# with endless-not-with-so-many-cards.duty
# seats 2

# With all cards in two hands the debt would go round for ever, but by then more than eight cards have been drawn, and somebody had
# five. On small decks it goes round.

use "base.uno"
options for base

option duty "A star makes the next player draw, who may hand that on in the first few moves, if no card is left"
  deck
    packs 2
  variable draws: 0 to 60
  variable many: yes or no
  act nod
  situation duty on a player

  rule count
    when player draws a number
    then draws += 1
      if number of cards in hand of player is at least 5 then many becomes yes

  rule duty-begins
    when player plays star
    then begin duty on next player

  rule hand-on
    during duty
    its player may nod
    if draw pile is empty and number of cards in discard pile is at most 3
    if draws is at most 8
    then pass duty to next player

  rule pay
    during duty
    its player must otherwise draw 1
    then end duty
