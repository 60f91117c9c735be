# expect no finding of UNO403
# with
# seats 2

# Whoever waits lets the table settle once more, and this time no card was moved before.

game idle-no-card-was-moved "Wait"
  seats 2

  deck in draw pile
    face is 1 to 6
    2 of 1 to 6

  zone hand of each player, private
  zone draw pile, face down

  variable fresh: yes or no
  variable rounds: 0 to 100000, kept

  situation turn on a player

  act draw
    then fresh becomes yes
      move top from draw pile to hand of player
  act wait
  act win
  act stop

  rule first
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then begin turn on first of players

  rule draw
    during turn
    its player may draw
    then pass turn to left of player

  rule wait
    during turn
    its player may wait

  rule stop
    during turn
    its player may stop
    then end the round

  rule next-round
    when the round ends
    then rounds += 1
      begin a round

  rule win
    during turn
    its player may win
    then end the match won by player

  rule reward
    when the table settles
    if fresh is yes and rounds is 5000
    if moved card is nothing
    then fresh becomes no
      move top from draw pile to hand of player of turn

scenario "waiting gives a card"
  seats ann, bob
  ann holds 1
  bob holds 2
  rounds is 5000
  turn of ann
  ann draws
  expect turn of bob
  expect number of cards in hand of bob is 1
  bob waits
  expect number of cards in hand of bob is 2
