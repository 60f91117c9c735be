# expect UNO302 bounded:
# with
# seats 2

# The match has no round, so nothing is known of what is owed in it.

game stack-outside-rounds "no round"
  seats 2

  deck in draw pile
    color is red, blue
    3 of red, blue

  zone draw pile, face down

  situation debt on a player

  situation turn on a player

  act owe
  act mirror
  act pay

  rule start
    when the match begins
    then begin turn on first of players

  rule owe
    during turn
    its player must owe
    then begin debt on left of player

  rule mirror
    during debt
    its player may mirror
    then pass debt to left of player
