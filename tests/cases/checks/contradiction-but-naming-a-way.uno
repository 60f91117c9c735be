# expect no finding of UNO207
# with contradiction-but-naming-a-way.up, contradiction-but-naming-a-way.down
# seats 2

# Two options together forbid each 7, but not to whoever says a way along with it.

game contradiction-but-naming-a-way "A way can be said along with a card"
  seats 2

  deck in draw pile
    color is red, blue
    face is 1 to 3, 7
    2 of each color: 1 to 3, 7

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable top card: card or nothing

  situation turn on a player
    over: yes or no

  act play a card from hand
    naming a way: high or low
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
        move top 3 from draw pile to hand of player
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


  rule loud "Whoever says a way may always play a 7 that matches"
    during turn
    its player may play 7 naming a way
    if the card is playable
    if number of cards in hand of player is at least 4
    despite no-red, no-other
    then over becomes yes

option up "No plain 7 on red"
  rule no-red
    any player cannot play 7
    if color of top card is red

option down "No plain 7 on other colors"
  rule no-other
    any player cannot play 7
    if color of top card is not red

scenario "with both a red 7 can be played"
  with up, down
  seats ann, bob
  ann holds red 7, red 2, red 3, red 1
  bob holds blue 3, blue 2
  discard pile is red 3; turn of ann
  expect ann can play red 7
  ann plays red 7 naming high
  expect turn of bob
