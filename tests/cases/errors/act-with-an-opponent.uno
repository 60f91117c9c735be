use "base.uno"
options for base

option gift "Whoever plays a 4 picks somebody"

  rule gift
    during turn
    its player may pick an opponent
    then the opponent draws 1
