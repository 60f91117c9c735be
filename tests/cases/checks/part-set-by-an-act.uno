# expect no finding of UNO405
# with
# seats 2

# The act itself sets the level, to the value of the parameter.

game part-set-by-an-act "Bid"
  seats 2
  parameter size "how many": 0 to 100, default 0
  deck in draw pile
    face is 1, 2
    4 of 1
    4 of 2
  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up
  variable level: 0 to 100
  variable score of each player: 0 to 10, kept
  situation turn on a player
    over: yes or no
  act play a card from hand
    then move card the card from hand of player to discard pile
      level becomes size
  rule play
    during turn
    its player may play a card
    then over becomes yes
  rule scored
    when player plays 1 or 2
    then
      if level is 40
        score of player += 1
      otherwise if the card is 1
        score of player += 2

  rule next-turn
    when the table settles
    after out
    if over of turn is yes
    then pass turn to left of player of turn
      over of turn becomes no
  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)
  rule match
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then
      for each player
        move top 2 from draw pile to hand of player
      begin turn on first of players
  rule over
    when the round ends
    then end the match won by winners
  rule position
    when the position stands
    then begin turn on first of players
