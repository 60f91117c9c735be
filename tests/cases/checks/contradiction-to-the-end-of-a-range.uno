# expect no finding of UNO207
# with contradiction-to-the-end-of-a-range.purse, contradiction-to-the-end-of-a-range.gift, contradiction-to-the-end-of-a-range.toll
# seats 2

# One gives a coin, the other takes three. Whoever has none left cannot pay them all, and both are paid as far as it goes.

use "base.uno"
options for base

option purse "Without a coin nobody plays a 4"

  variable coins of each player: 0 to 3, starts 1

  rule broke
    any player cannot play 4
    if coins of player is 0

option gift "A star brings a coin"
  requires purse

  rule gift
    when player plays star
    then coins of player += 1

option toll "While a star lies on top, each turn costs three coins"
  requires purse

  rule toll
    when the table settles
    before base.next-turn, base.going-out
    if top card is star
    then coins of player of turn -= 3
