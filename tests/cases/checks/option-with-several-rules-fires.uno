# expect UNO401 proved: option-with-several-rules-fires.star-costs, option-with-several-rules-fires.star-again
# also UNO404
# with option-with-several-rules-fires.lost, option-with-several-rules-fires.numbers
# seats 2
# also UNO305

# An option of which no rule ever happens, because of the deck of another one, is one finding.

use "base.uno"
options for base

option numbers "No stars"
  deck
    remove star

option lost "Stars, which the deck has not"
  rule star-costs
    when player plays star
    then next player draws 1

  rule star-again
    when player plays star
    after star-costs
    then over of turn becomes no
