# expect UNO205 proved: parameter-points-fire.dear, parameter-points-fire.dearer
# with parameter-points-fire.five, parameter-points-fire.nine
# seats 2

use "base.uno"
options for base

option five "A star counts 5"

  rule dear
    points of a card means 5
    instead of base.points
    if the card is star

option nine "A star counts 9"

  rule dearer
    points of a card means 9
    instead of base.points
    if the card is star
