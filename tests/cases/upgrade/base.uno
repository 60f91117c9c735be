game base "Two colors"
  seats 2 to 4

  parameter hand-size "cards dealt to each player": 1 to 4, default 3

  deck in draw pile
    color is red, blue
    face is 1 to 4, draw-two
    2 of each color: 1 to 4
    1 of each color: draw-two

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
    then move top the number from draw pile to hand of player

  act pass

  rule next-player
    next player after a player means left of the player

  rule play
    during turn
    its player may play a card
    then pass turn to next player

  rule draw
    during turn
    its player may draw 1
    then pass turn to next player

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players

  rule position
    when the position stands
    then begin turn on first of players
