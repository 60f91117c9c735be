# expect nothing of UNO401
# with dead-allowed.hot
# seats 2

use "base.uno"
options for base

option hot "Known and meant"

  rule hot-star
    when player plays red star
    allow UNO401 "kept for decks with red stars"
    then next player draws 1
