# The game of this repository: match color or number, draw if you cannot, out first wins.

game kitchen "The kitchen table"
  seats 2 to 6

  parameter hand-size "cards dealt to each player": 1 to 10, default 5

  deck in draw pile
    color is red, yellow, green, blue
    face is 0 to 7
    1 of each color: 0
    2 of each color: 1 to 7

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable top card: card or nothing

  situation turn on a player
    over: yes or no

  act play a card from hand
    then move card the card from hand of player to discard pile
      top card becomes the card

  act draw a number
    then
      repeat the number times
        if draw pile is empty
          move all but top from discard pile to draw pile
          shuffle draw pile
        move top from draw pile to hand of player

  rule playable
    a card is playable means color of the card is color of top card or face of the card is face of top card

  rule next-player
    next player after a player means left of the player

  rule play "Play a card that matches"
    during turn
    its player may play a card
    if the card is playable
    then over becomes yes

  rule draw "Or draw one"
    during turn
    its player may draw 1
    then over becomes yes

  rule next-turn
    when the table settles
    after going-out
    if over of turn is yes
    then pass turn to next player after player of turn
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
        move top hand-size from draw pile to hand of player
      move top from draw pile to discard pile
      top card becomes top of discard pile
      begin turn on first of players

  rule one-round
    when the round ends
    then end the match won by winners

  rule position
    when the position stands
    then top card becomes top of discard pile
      begin turn on first of players

scenario "a card that matches is played, and the turn goes on"
  seats ann, bob, cyd
  ann holds red 1, red 4, blue 5
  discard pile is red 3
  expect ann can play red 1
  expect ann cannot play blue 5
  ann plays red 1
  expect turn of bob
  expect top card is red 1

scenario "drawing ends the turn"
  seats ann, bob
  ann holds red 1
  discard pile is blue 3; draw pile is green 7
  ann draws 1
  expect ann holds green 7
  expect turn of bob

scenario "whoever has no cards left wins"
  seats ann, bob
  ann holds red 1
  discard pile is red 3
  ann plays red 1
  expect match is over
  expect winners is ann

scenario "the hand size is a parameter"
  set hand-size to 3
  seats ann, bob
  the match begins
  expect number of cards in hand of ann is 3
  expect turn of ann
