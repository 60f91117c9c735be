# expect UNO206 witnessed: double-after-another-answer-fires.a-three, double-after-another-answer-fires.b-three
# with double-after-another-answer-fires.aa, double-after-another-answer-fires.bb
# seats 2

# Each begins a question of its own, and the answer to each begins the toll: it is paid twice.

game double-after-another-answer-fires "toll"
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
  act say yes

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
    its player must pay toll
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

option aa "Whoever plays a 3 says yes, and pays a toll"
  situation ask a on a player

  rule a-three
    when player plays 3
    then begin ask a on player

  rule a-say
    during ask a
    its player must say yes
    then end ask a
      begin toll on player

option bb "Whoever plays a 3 says yes, and pays a toll, too"
  situation ask b on a player

  rule b-three
    when player plays 3
    then begin ask b on player

  rule b-say
    during ask b
    its player must say yes
    then end ask b
      begin toll on player
