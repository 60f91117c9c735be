# expect no finding of UNO403
# with
# seats 2

# The rule that hears of it speaks of one seat, so no seat speaks for the others.

game idle-but-for-the-second-seat "Ping"
  seats 2

  deck in stock
    face is one, two
    2 of one
    2 of two

  zone stock, face down

  variable calm: 0 to 60
  variable bad: yes or no

  situation turn on a player

  act wait
  act stir
  act stop
  act ping

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players

  rule calmly
    during turn
    its player may wait
    then calm += 1

  rule stir
    during turn
    its player may stir
    then calm becomes 0
      pass turn to left of player

  rule stop
    during turn
    its player may stop
    if bad is yes
    then end the match won by player

  rule ping
    during turn
    its player may ping

  rule heard
    when player pings
    then
      if calm is 60 and player of turn is not first of players
        bad becomes yes
