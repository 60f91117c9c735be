# expect UNO201 bounded: order-third-rule.twin, order-third-rule.z-bump
# with order-third-rule.third
# seats 2

# `z-bump` adds nothing, so its order with `twin` cannot be seen. `remember` has to come after `twin`: whoever
# tries the other order must leave that one alone.

use "base.uno"
options for base

option third "A card like the last one, and a third rule in between"

  variable last: card or nothing
  variable twins: 0 to 9

  rule twin
    when player plays a card
    before remember
    if the card is last
    then twins becomes 1

  rule remember
    when player plays a card
    then last becomes the card

  rule z-bump
    when player plays a card
    allow UNO403 "it is here to be in the way"
    then twins += 0
