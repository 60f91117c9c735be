# expect no finding of UNO304
# with
# seats 2

# What one player has spent keeps only that one from ending the round.

game trap-one-seat-has-spent "one is spent, the other is not"
  seats 2

  deck in draw pile
    color is red, blue
    1 of red, blue

  zone draw pile, face down

  variable calm: 0 to 60
  variable spent of each player: yes or no

  situation turn on a player

  act wait
  act stir
  act spend
  act claim

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players

  rule wait
    during turn
    its player may wait
    then calm += 1

  rule stir
    during turn
    its player may stir
    then calm becomes 0
      pass turn to left of player

  rule spend
    during turn
    its player may spend
    if number of players where (their spent is yes) is 0
    then spent becomes yes

  rule claim
    during turn
    its player may claim
    then do nothing

  rule finish
    when player claims
    if spent of player is no and calm is 60
    then end the round won by player

  rule over
    when the round ends
    then end the match won by winners
