# expect UNO201 witnessed: order-sometimes-instead-fires.count-points, order-sometimes-instead-fires.take-points
# with order-sometimes-instead-fires.fine, order-sometimes-instead-fires.lead
# seats 2

# The points of the card are added once few cards are left. Then the order matters.

use "base.uno"
options for base

option fine "A star costs, and its points do not count"

  variable points played: 0 to 100

  rule count-points
    when player plays star
    then points played += 3

  rule no-points
    when player plays a card
    instead of count-points
    if number of cards in hand of player is at least 2
    then points played += 1

option lead "Whoever plays after two points gets them"
  requires fine

  rule take-points
    when player plays star
    after no-points
    then score of player += points played
