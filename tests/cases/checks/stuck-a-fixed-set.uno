# expect nothing of UNO303
# with
# seats 2

# What is picked is a set of players that the rule names.

game stuck-a-fixed-set "Tiny"
  seats 2

  deck in draw pile
    color is red, blue
    1 of red, blue

  zone draw pile, face down
  situation turn on a player
  act pick a group: players

  rule go
    during turn
    its player may pick winners
    then end the match

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players
