# expect UNO203 witnessed: outcomes-on-one-pile-fires.match-play, outcomes-on-one-pile-fires.play
# also UNO405
# with
# seats 2

# Both lay the card on the same pile, one of them in a block that always runs.

game outcomes-on-one-pile-fires "apart"
  seats 2 to 3

  deck in draw pile
    face is 1 to 4
    6 of 1 to 4

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable count: 0 to 3

  situation turn on a player
    over: yes or no

  act play a card from hand
    manners match
  act draw a number
    then move top the number from draw pile to hand of player

  rule play
    during turn
    its player may play a card
    then move card the card from hand of player to discard pile
      over of turn becomes yes

  rule match-play
    during turn
    its player may play a card as match
    then
      if count is at least 0
        move card the card from hand of player to discard pile
      (left of player) draws 1
      over of turn becomes yes

  rule draw
    during turn
    its player may draw 1
    then over of turn becomes yes

  rule next-turn
    when the table settles
    after going-out
    if over of turn is yes
    then pass turn to left of player of turn
      over of turn becomes no

  rule going-out
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
        move top 3 from draw pile to hand of player
      begin turn on first of players

  rule one-round
    when the round ends
    then end the match won by winners

  rule position
    when the position stands
    then begin turn on first of players
