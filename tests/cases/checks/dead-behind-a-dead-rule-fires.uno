# expect UNO401 proved: dead-behind-a-dead-rule-fires.duty-begins
# with dead-behind-a-dead-rule-fires.duty
# seats 2

# Nothing ever opens the duty, because nothing ever opens what would.

use "base.uno"
options for base

option duty "A red star opens a duty"

  act pay
  situation duty on a player

  rule duty-begins
    when player plays red star
    then begin duty on next player
