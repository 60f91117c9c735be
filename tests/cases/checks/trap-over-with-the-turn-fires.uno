# expect UNO304 witnessed: trap-over-with-the-turn-fires.wait
# with
# seats 2
# One deal in four is over with the first turn, so it is not true that no round ever ends. The others never are.

game trap-over-with-the-turn-fires "over as the turn begins"
  seats 2

  deck in draw pile
    face is plain, star
    3 of plain
    1 of star

  zone draw pile, face down
  zone discard pile, face up

  situation turn on a player

  act wait

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      move top from draw pile to discard pile
      begin turn on first of players

  rule lucky
    when turn begins
    if face of top of discard pile is star
    then end the match won by player

  rule wait
    during turn
    its player may wait
    then pass turn to left of player
