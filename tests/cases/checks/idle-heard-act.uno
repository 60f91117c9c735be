# expect nothing of UNO403
# with idle-heard-act.cheer
# seats 2

# The same act, and a rule answers it.

use "base.uno"
options for base

option cheer "A 3 is cheered, and who cheers draws"
  act cheer

  rule cheers
    when player plays 3
    then player cheers

  rule thirst
    when player cheers
    then player draws 1
