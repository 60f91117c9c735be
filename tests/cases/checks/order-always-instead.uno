# expect nothing of UNO201
# with order-always-instead.fine, order-always-instead.lead
# seats 2
# also UNO402

# The points of the card are never added: another rule always stands instead. So nothing reads what they leave.

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
    then points played += 1

option lead "Whoever plays after two points gets them"
  requires fine

  rule take-points
    when player plays star
    after no-points
    then score of player += points played
