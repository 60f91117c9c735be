# with two
use "base.uno"
options for base

option two "Whoever draws, draws two"

  rule draw-two
    during turn
    instead of draw
    its player may draw 2
