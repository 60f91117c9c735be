# with counted
use "base.uno"
options for base

option counted "How many, and which"

  rule drawn
    when player draws a 2
    then next player draws the 1

  rule of-nobody
    at any time
    nobody may play 1
