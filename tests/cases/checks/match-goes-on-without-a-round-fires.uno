# expect UNO306 proved:
# with
# seats 2

# The match is not over with its only round.

game match-goes-on-without-a-round-fires "Tiny"
  seats 2

  deck in draw pile
    color is red, blue
    face is 1 to 2
    1 of each color: 1 to 2

  zone hand of each player, private
  zone draw pile, face down

  situation turn on a player
  act pass
  act nod
  variable mood: yes or no

  rule go
    during turn
    its player may pass
    then end the round

  rule nod
    at any time
    any player may nod
    then mood becomes not mood

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on left of first of players
