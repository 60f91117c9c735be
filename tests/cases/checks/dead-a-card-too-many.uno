# expect no finding of UNO401
# with
# seats 2

# Whose hand a card goes to is read before it leaves the other one: whoever has two cards pushes one to a neighbor who has two.

game dead-a-card-too-many "Sizes"
  seats 2

  deck in draw pile
    face is 1 to 6
    2 of 1 to 6

  zone hand of each player, private
  zone draw pile, face down

  variable rounds: 0 to 100000, kept

  situation turn on a player

  act push
  act prize
  act stop

  rule first
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then
      for each player in players
        move top 2 from draw pile to hand of player
      begin turn on first of players

  rule receiver
    receiver of a player means left of player if (number of cards in hand of player is 2), otherwise player

  rule push
    during turn
    its player may push
    then
      if rounds is 5000
        move top from hand of player to hand of receiver of player
      pass turn to left of player

  rule stop
    during turn
    its player may stop
    then end the round

  rule next-round
    when the round ends
    then rounds += 1
      begin a round

  rule prize
    during turn
    its player may prize
    if number of cards in hand of player is 3
    then end the match won by player

scenario "three cards"
  seats ann, bob
  ann holds 1, 2
  bob holds 3, 4
  rounds is 5000
  turn of ann
  ann pushes
  expect turn of bob
  expect number of cards in hand of bob is 3
  expect bob can prize
