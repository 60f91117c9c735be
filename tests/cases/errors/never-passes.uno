game voting "A vote"
  seats 2 to 4

  deck in pile
    color is red, blue
    face is 1 to 4
    2 of each color: 1 to 4

  zone pile, face down

  situation turn on a player

  situation vote on players

  act nod

  rule nods
    during vote
    its players may nod
    then exclude player from players of vote

  rule begins
    when the match begins
    then begin a round

  rule deals
    when the round begins
    then begin vote on players

  rule voted
    when vote passes
    then note "voted"

  rule moved
    when turn completes
    then note "moved"
