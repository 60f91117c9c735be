use "base.uno"
options for base

option names "Names that are taken"

  parameter hand-size "cards": 1 to 9, default 5

  zone discard pile, face up

  variable top card: card or nothing
  variable color: 0 to 3
  variable players: 0 to 3
  variable nothing: yes or no
  variable its color: color

  situation turn on a player

  situation debt on a player
    player: player or nothing

  rule top
    top card means red 1

  rule size
    hand-size of a player means 3
