use "base.uno"

game hands "A zone under a name it does not have" extends base

  rule swap
    when player plays 3
    then swap hand of player with hands of next player
