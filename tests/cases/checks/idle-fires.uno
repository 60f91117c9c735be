# expect UNO403 proved: idle-fires.keep-score
# with idle-fires.keep
# seats 2

use "base.uno"
options for base

option keep "A star leaves the score as it is"

  rule keep-score
    when player plays star
    then score of player += 0
