# expect UNO403 proved: idle-unheard-act-fires.cheers
# with idle-unheard-act-fires.cheer
# seats 2
# also UNO404

# An act without effects that no rule answers is none.

use "base.uno"
options for base

option cheer "A 3 is cheered"
  act cheer

  rule cheers
    when player plays 3
    then player cheers
