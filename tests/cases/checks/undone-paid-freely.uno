# expect UNO208 witnessed: undone-paid-freely.gives-back, undone-paid-freely.three
# with undone-paid-freely.fee, undone-paid-freely.back
# seats 3

# Nobody owes the toll, so it is played out by what players may do in it.

game undone-paid-freely "toll"
  seats 2 to 3

  deck in draw pile
    face is 1 to 4
    6 of 1 to 4

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  situation turn on a player
    over: yes or no
  situation toll on a player

  act play a card from hand
    then move card the card from hand of player to discard pile
  act draw a number
    then move top the number from draw pile to hand of player
  act pay toll

  rule play
    during turn
    its player may play a card
    then over of turn becomes yes

  rule draw
    during turn
    its player may draw 1
    then over of turn becomes yes

  rule pay-toll
    during toll
    its player may pay toll
    then move top 1 from draw pile to hand of player
      end toll

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

option fee "A 3 costs the next player a card, once he has paid the toll"

  rule three
    when player plays 3
    then begin toll on left of player

option back "Whoever pays gets a card off"

  rule gives-back
    when player pays toll
    then move card moved card from hand of player to draw pile
