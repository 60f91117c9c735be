# expect UNO304 witnessed: trap-counts-up-and-stops-fires.up
# seats 2

# Each move counts up, so moves come to an end. The round does not: at the end nobody has a move, and no rule ends it.

game trap-counts-up-and-stops-fires "Up and up"
  seats 2
  deck in draw pile
    face is 1 to 3
    2 of 1
  zone draw pile, face down
  situation turn on a player
  variable height: 0 to 6
  act climb

  rule go
    when the match begins
    then begin a round

  rule begins
    when the round begins
    then begin turn on first of players

  rule up
    during turn
    its player may climb
    if height is less than 6
    then height += 1
      pass turn to left of player
