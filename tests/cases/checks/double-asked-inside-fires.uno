# expect UNO206 witnessed: double-asked-inside-fires.one, double-asked-inside-fires.other
# with
# seats 2

# What runs when the table settles asks only within its effects.

game double-asked-inside-fires "twice by settling"
  seats 2

  deck in draw pile
    color is red, blue
    10 of red, blue

  zone draw pile, face down
  zone hand of each player, private

  variable flag: yes or no

  situation turn on a player

  act go
  act finish

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players

  rule go
    during turn
    its player may go
    then do nothing

  rule finish
    during turn
    its player may finish
    then end the round won by player

  rule over
    when the round ends
    then end the match won by winners

  rule one
    when player goes
    then move top from draw pile to hand of player

  rule other
    when player goes
    then flag becomes yes

  rule s-first
    when the table settles
    then
      if flag is yes
        move top from draw pile to hand of (player of turn)
      flag becomes no
