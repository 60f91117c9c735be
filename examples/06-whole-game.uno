# The smallest game that works: match the color, and whoever is out first wins.

game tiny "Tiny"
  seats 2 to 4

  deck in draw pile
    color is red, blue
    face is 1 to 5
    2 of each color: 1 to 5

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  situation turn on a player

  act play a card from hand
    then move card the card from hand of player to discard pile

  act draw a number
    then
      if draw pile is empty then move all but top from discard pile to draw pile
      move top the number from draw pile to hand of player

  rule play "Play a card of the same color or number"
    during turn
    its player may play a card
    if color of the card is color of top of discard pile or face of the card is face of top of discard pile
    then pass turn to left of player

  rule draw "Or draw one"
    during turn
    its player must otherwise draw 1
    then pass turn to left of player

  rule out "No cards left: the round is won"
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule one-round "A match is one round"
    when the round ends
    then end the match won by winners

  rule match
    when the match begins
    then begin a round

  rule deal "Three cards each, and one turned up"
    when the round begins
    then
      for each player
        move top 3 from draw pile to hand of player
      move top from draw pile to discard pile
      begin turn on first of players

  rule position "In a scenario, the first player is to move"
    when the position stands
    then begin turn on first of players

scenario "a card that matches is played"
  seats ann, bob
  ann holds red 1, red 4, blue 5
  discard pile is red 3
  expect ann can play red 1
  expect ann cannot play blue 5
  expect bob cannot play a card
  ann plays red 1
  expect turn of bob
  expect red 1 is top of discard pile

scenario "a card is drawn where none matches"
  seats ann, bob
  ann holds blue 5
  discard pile is red 3; draw pile is red 2
  ann draws 1
  expect ann holds red 2
  expect turn of bob

scenario "a round begins with three cards each"
  seats ann, bob, cyd
  the match begins
  expect number of cards in hand of cyd is 3
  expect turn of ann

scenario "whoever plays the last card wins"
  seats ann, bob
  ann holds red 1
  discard pile is red 3
  ann plays red 1
  expect match is over
  expect ann is in winners
