# expect UNO404 proved:
# also UNO401
# with option-fires.hot
# seats 2

use "base.uno"
options for base

option hot "A red star costs a card, and is remembered"

  variable last star: card or nothing

  rule hot-star
    when player plays red star
    then player draws 1
      last star becomes the card
