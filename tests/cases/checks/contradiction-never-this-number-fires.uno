# expect UNO207 proved: contradiction-never-this-number-fires.doubling, contradiction-never-this-number-fires.steps
# with contradiction-never-this-number-fires.bids, contradiction-never-this-number-fires.double, contradiction-never-this-number-fires.one-more
# seats 2

# Bids grow by one, and bids double: both allow a 1 and a 2, and together they allow no higher bid.

use "base.uno"
options for base

option bids "Instead of playing, bid; a bid of five takes a card less"

  variable price: 0 to 5

  act bid a number: 1 to 5

  rule bid
    during turn
    its player may bid a number
    if the number is more than price
    then price becomes the number
      over becomes yes
      if price is 5
        move top from hand of player to draw pile
        price becomes 0

option double "Each bid is at least twice the last one"
  requires bids

  rule doubling
    any player cannot bid a number
    instead of bid
    if the number is less than 2 * price

option one-more "Each bid is one more than the last one"
  requires bids

  rule steps
    any player cannot bid a number
    instead of bid
    if the number is not price + 1
