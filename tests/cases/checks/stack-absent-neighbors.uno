# expect UNO302 bounded: stack-absent-neighbors.quit, stack-absent-neighbors.toss
# also UNO306
# with
# seats 4

# From round 60 on, ann and cyd toss for ever: next to bob and dan, who have left, sit both of them. If ann and bob had stayed, it
# would come to an end.

game stack-absent-neighbors "Ghosts"
  seats 4

  deck in draw pile
    color is red, blue
    face is 1 to 6
    2 of each color: 1 to 6

  zone hand of each player, private
  zone draw pile, face down
  zone box, face down

  variable rounds: 0 to 100, kept

  situation turn on a player
  situation relay on a player

  act toss a card from hand
    then move card the card from hand of player to box
  act start
  act stop

  rule first
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player in players
        move top 2 from draw pile to hand of player
      begin turn on first of players

  rule start
    during turn
    its player may start
    then begin relay on player

  rule stop
    during turn
    its player may stop
    then end the round

  rule next-round
    when the round ends
    then
      rounds += 1
      if rounds is 60
        remove left of first of players
        remove right of first of players
      begin a round

  rule toss
    during relay
    its player must toss a card
    if number of players is at least 2
    then
      for each player in absent players
        if relay on left of player
          move all from box to hand of left of player
      pass relay to left of player

  rule quit
    during relay
    its player must otherwise stop
    then end relay
