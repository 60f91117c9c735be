# expect nothing of UNO401
# with dead-never-so-many-alive.shares
# seats 2

use "base.uno"
options for base

option shares "Of what is drawn the next player draws all but one; a star makes its player draw three"

  rule star-costs
    when player plays star
    then player draws 3

  rule share
    when player draws a number
    if the number is 2
    then next player draws the number - 1

  rule first-share
    when player draws 3
    then next player draws the number - 1
