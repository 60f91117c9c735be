use "base.uno"
options for base

option luck "What comes at random"

  variable roll: 1 to 6
  variable tint: color or nothing
  variable victim: player or nothing
  variable kept: card or nothing

  rule too-high
    when player plays 1
    then roll becomes a random one of 1 to 7

  rule backwards
    when player plays 1
    then roll becomes a random one of 6 to 1

  rule twice
    when player plays 1
    then roll becomes a random one of (1, 2, 1)

  rule one-value
    when player plays 1
    then roll becomes a random one of 6

  rule color-of-a-number
    when player plays 1
    then roll becomes a random color

  rule number-of-a-color
    when player plays 1
    then tint becomes a random one of 1 to 3

  rule nothing
    when player plays 1
    then tint becomes a random one of (red, nothing)

  rule card
    when player plays 1
    then kept becomes a random card

  rule unknown
    when player plays 1
    then roll becomes a random number

  rule adds
    when player plays 1
    then roll += a random one of 1 to 2

  rule inside
    when player plays 1
    then player draws (a random one of 1 to 3)

  rule nobody
    when player plays 1
    then victim becomes a random one of (player, nothing)

  rule cards-for-a-number
    when player plays 1
    then roll becomes a random one of red 1 to 3

  rule cards-for-a-card
    when player plays 1
    then kept becomes a random one of red 1 to 3

  rule fine
    when player plays 1
    then victim becomes a random player
