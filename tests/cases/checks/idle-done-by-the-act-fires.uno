# expect UNO403 proved: idle-done-by-the-act-fires.top
# with idle-done-by-the-act-fires.note
# seats 2

# Each card played is the top card already.

use "base.uno"
options for base

option note "A star becomes the top card"

  rule top
    when player plays star
    then top card becomes the card
