# expect UNO206 witnessed: double-equal-amounts-fires.one, double-equal-amounts-fires.other
# with
# seats 2

# With two players both amounts are one.

game double-equal-amounts-fires "twice by settling"
  seats 2

  deck in draw pile
    color is red, blue
    10 of red, blue

  zone draw pile, face down
  zone hand of each player, private

  variable count: 0 to 9

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
    if count is at least 4
    then end the round won by player

  rule over
    when the round ends
    then end the match won by winners

  rule one
    when player goes
    then count += 1

  rule other
    when player goes
    then count += (number of players) - 1
