# A game small enough to be checked in a moment; the cases beside it add rules to it.

game base "Two colors"
  seats 2 to 4

  parameter hand-size "cards dealt to each player": 1 to 4, default 3

  deck in draw pile
    color is red, blue
    face is 1 to 4, star
    2 of each color: 1 to 4
    2 of star

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  variable top card: card or nothing
  variable score of each player: 0 to 1000, kept

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
        or the card is star or top card is star

  rule points
    points of a card means number of face of the card

  rule next-player
    next player after a player means left of the player

  rule play
    during turn
    its player may play a card
    if the card is playable
    then over becomes yes

  rule draw
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

  rule score
    when the round ends
    then
      for each player in winners
        score of player += total of points for cards in hand of left of player

  rule one-round
    when the round ends
    after score
    then end the match won by winners

  rule position
    when the position stands
    then top card becomes top of discard pile
      begin turn on first of players
