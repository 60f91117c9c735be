# expect UNO206 witnessed: double-in-two-steps-fires.one, double-in-two-steps-fires.other
# with
# seats 2

# The card comes once the table has settled twice.

game double-in-two-steps-fires "twice by settling"
  seats 2

  deck in draw pile
    color is red, blue
    10 of red, blue

  zone draw pile, face down
  zone hand of each player, private

  variable flag: yes or no
  variable flagged: yes or no

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
    before s-second
    if flag is yes
    then flag becomes no
      flagged becomes yes

  rule s-second
    when the table settles
    if flagged is yes
    then flagged becomes no
      move top from draw pile to hand of (player of turn)
