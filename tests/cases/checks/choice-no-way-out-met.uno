# expect UNO305 bounded:
# with
# seats 2

# Players come back to the same table, and play finds no end, though there is one.

game choice-no-way-out-met "gated end"
  seats 2

  deck in draw pile
    color is red, blue
    3 of red, blue

  zone draw pile, face down

  variable calm: 0 to 60

  situation turn on a player

  act wait
  act stir
  act finish

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players

  rule wait
    during turn
    its player may wait
    then calm += 1

  rule stir
    during turn
    its player may stir
    then calm becomes 0
      pass turn to left of player

  rule finish
    during turn
    its player may finish
    if calm is 60
    then end the round won by player

  rule over
    when the round ends
    then end the match won by winners
