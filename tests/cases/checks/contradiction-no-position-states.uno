# expect UNO207 bounded:
# also UNO401
# with contradiction-no-position-states.again, contradiction-no-position-states.miss
# seats 3

# Play meets a contradiction, and no scenario can begin at a position: it stays open.

game contradiction-no-position-states "toll"
  seats 2 to 3

  deck in draw pile
    face is 1 to 4
    6 of 1 to 4

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable cost: 0 to 3

  situation turn on a player
    over: yes or no

  act play a card from hand
    then move card the card from hand of player to discard pile
  act draw a number
    then move top the number from draw pile to hand of player

  rule play
    during turn
    its player may play a card
    then over of turn becomes yes

  rule draw
    during turn
    its player may draw 1
    then over of turn becomes yes

  rule mid
    when player plays 3
    then (left of player) draws 1

  rule pays
    when the table settles
    before going-out
    if cost is at least 1
    then (player of turn) draws cost
      cost becomes 0

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
      end the match won by players

option again "Whoever plays a 3 plays again"
  variable plays again: yes or no

  rule a-three
    when player plays 3
    then plays again becomes yes

  rule again-at-the-end
    when the table settles
    before next-turn
    if plays again is yes
    then over of turn becomes no
      plays again becomes no

option miss "A 3 makes the next player miss a turn"
  rule miss
    when player plays 3
    then pass turn to left of player
