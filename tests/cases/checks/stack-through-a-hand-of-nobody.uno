# expect UNO302 bounded: stack-through-a-hand-of-nobody.quit, stack-through-a-hand-of-nobody.toss
# also UNO306
# with
# seats 3

# From round 5000 on, each card goes through the hand of a player who has left, and back to whoever tossed it.

game stack-through-a-hand-of-nobody "Through a ghost"
  seats 3

  deck in draw pile
    color is red, blue
    face is 1 to 6
    2 of each color: 1 to 6

  zone hand of each player, private
  zone draw pile, face down
  zone box, face down

  variable rounds: 0 to 100000, kept

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
      if rounds is 5000
        move all from hand of right of first of players to draw pile
        remove right of first of players
      begin a round

  rule toss
    during relay
    its player must toss a card
    if number of players is at least 2
    then
      for each player in absent players
        if number of cards in draw pile is at least 2
          move all from box to hand of player
          move all from hand of player to hand of player of relay
      pass relay to left of player

  rule quit
    during relay
    its player must otherwise stop
    then end relay
